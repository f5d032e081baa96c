import { escapeAttribute, escapeText } from 'entities'
import { type ChildNode, COMMENT, ELEMENT, type Element, type Node, TEXT } from './node.ts'
import { walk } from './query.ts'

/** HTML of a node and all below it, by the HTML standard's serialization. A document gives its children. */
export function serialize(node: Node): string {
  if (node.type === TEXT) return escapeText(node.value)
  if (node.type === COMMENT) return `<!--${node.value}-->`
  const parts: string[] = []
  if (node.type === ELEMENT) parts.push(startTag(node))
  walk(
    node,
    (child) => {
      parts.push(opening(child))
      return child.type === ELEMENT && VOID_TAGS.has(child.tag) ? 'skip' : undefined
    },
    (element) => parts.push(`</${element.tag}>`),
  )
  if (node.type === ELEMENT && !VOID_TAGS.has(node.tag)) parts.push(`</${node.tag}>`)
  return parts.join('')
}

function opening(node: ChildNode): string {
  if (node.type === COMMENT) return `<!--${node.value}-->`
  if (node.type === ELEMENT) return startTag(node)
  const { parent } = node
  return parent?.type === ELEMENT && RAW_TEXT_TAGS.has(parent.tag) ? node.value : escapeText(node.value)
}

function startTag(element: Element): string {
  let tag = `<${element.tag}`
  for (const name in element.attrs) tag += ` ${name}="${escapeAttribute(element.attrs[name]!)}"`
  return `${tag}>`
}

/** https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements whose text stands unescaped in HTML. */
const RAW_TEXT_TAGS: ReadonlySet<string> = new Set(
  'iframe noembed noframes plaintext script style xmp'.split(' '),
)
