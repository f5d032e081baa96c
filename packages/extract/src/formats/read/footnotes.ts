import { type ChildNode, ELEMENT, type Element, type ParentNode } from '../../dom/node.ts'
import { ancestors, closest, walk } from '../../dom/query.ts'
import { textContent } from '../../dom/text.ts'
import { BLOCK_TAGS } from './element-kinds.ts'
import { splitNotes } from './split-notes.ts'

/** Where a page's footnotes stand: who refers, who is referred to, and what only leads back. */
export interface Footnotes {
  references: ReadonlyMap<Element, string>
  /** Blocks whose content is one footnote, or several. */
  definitions: ReadonlyMap<Element, NoteText[]>
  /** Links back to the text, and the numbers that definitions begin with. */
  leftOut: ReadonlySet<ChildNode>
}

export interface NoteText {
  label: string
  children: readonly ChildNode[]
}

/** Text of a reference: a number, a letter or a sign, in brackets or bare. */
const REFERENCE_TEXT = /^\s*[[(]?\s*(\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§¶])\s*[\])]?[.,]?\s*$/i
const NOTE_FRAGMENT = /^#?_?(?:fn|ftn|note|cite|ref|foot|endnote|en|bib|b\d|cr\d|r\d|sn|user-content-fn)/i
const BACK_TEXT = /^[\s↩↑⤴⏎^︎️←⬆🔙[\]().,\da-z*†‡]{0,6}$|^(?:back|return|jump up|up)\b/iu

interface Candidate {
  link: Element
  fragment: string
  text: string
}

/** Finds the footnotes of a page by the links between text and notes. References without a note stay what they are. */
export function findFootnotes(root: ParentNode): Footnotes {
  const { links, targets, order } = collect(root)
  const references = new Map<Element, string>()
  const leftOut = new Set<ChildNode>()
  const notes = new Map<Element, Map<Element, string>>()
  const labels = new Map<Element, string>()
  const taken = new Set<string>()
  for (const candidate of links) {
    if (!isReference(candidate)) continue
    const target = targetOf(candidate, targets, links)
    if (!target || order.get(target)! < order.get(candidate.link)!) continue
    const block = noteBlock(target)
    if (!block || ancestors(candidate.link).includes(block)) continue
    const label = labels.get(target) ?? freeLabel(candidate.text, taken)
    labels.set(target, label)
    references.set(outermost(candidate.link), label)
    const inBlock = notes.get(block) ?? new Map<Element, string>()
    notes.set(block, inBlock.set(target, label))
  }
  const definitions = new Map<Element, NoteText[]>()
  for (const [block, starts] of notes) {
    definitions.set(block, splitNotes(block, starts))
    leaveOutBackLinks(block, references, leftOut)
  }
  return { references, definitions, leftOut }
}

function collect(root: ParentNode) {
  const links: Candidate[] = []
  const targets = new Map<string, Element>()
  const order = new Map<Element, number>()
  let count = 0
  walk(root, (node) => {
    if (node.type !== ELEMENT) return
    const { id, name, href } = node.attrs
    if (id === undefined && name === undefined && href === undefined) return
    order.set(node, count++)
    if (id && !targets.has(id)) targets.set(id, node)
    if (node.tag !== 'a') return
    if (name && !targets.has(name)) targets.set(name, node)
    const hash = href?.indexOf('#') ?? -1
    if (hash >= 0) links.push({ link: node, fragment: href!.slice(hash + 1), text: '' })
  })
  return { links, targets, order }
}

/** A short mark that links into the page, raised or named as a note. */
function isReference(candidate: Candidate): boolean {
  const { link, fragment } = candidate
  if (fragment === '' || isBackFragment(fragment)) return false
  const text = textContent(link)
  const mark = text.length < 12 ? REFERENCE_TEXT.exec(text)?.[1] : undefined
  if (mark === undefined) return false
  candidate.text = mark
  const raised =
    closest(link, 'sup') !== undefined ||
    link.children.some((child) => child.type === ELEMENT && child.tag === 'sup')
  return (
    raised ||
    NOTE_FRAGMENT.test(fragment) ||
    /foot|note|ref|cite/i.test(`${link.attrs.class ?? ''} ${link.attrs.role ?? ''}`)
  )
}

function isBackFragment(fragment: string): boolean {
  return /^_?(?:fnref|ftnref|cite_?ref|ref-?fn|footnote-?ref|noteref|docf|backref|user-content-fnref|r[ea]f-|sdendnote\d+anc|sdfootnote\d+anc)/i.test(
    fragment,
  )
}

function targetOf(
  { fragment }: Candidate,
  targets: Map<string, Element>,
  links: Candidate[],
): Element | undefined {
  const target = targets.get(fragment) ?? targets.get(decoded(fragment))
  if (target || !/^_?ftn\d/.test(fragment)) return target
  // Word leaves out the anchors themselves: the note begins with the link back to its reference.
  const back = fragment.replace('ftn', 'ftnref')
  return links.find((link) => link.fragment === back)?.link
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const NOTE_TAGS = new Set([
  'li',
  'p',
  'div',
  'dd',
  'aside',
  'td',
  'section',
  'blockquote',
  'h5',
  'h6',
  'small',
])

/** The block that holds the note which `target` begins; undefined when that is a whole part of the page. */
function noteBlock(target: Element): Element | undefined {
  if (
    /^h[1-4]$/.test(target.tag) ||
    ['article', 'main', 'body', 'html', 'table', 'ol', 'ul'].includes(target.tag)
  )
    return undefined
  const block = BLOCK_TAGS.has(target.tag) ? target : closest(target, BLOCK_TAGS)
  if (!block || !NOTE_TAGS.has(block.tag)) return undefined
  const item = closest(block, 'li')
  if (item && block !== item && item.children.find((child) => child.type === ELEMENT) === block) return item
  return block
}

/** The element around a reference that holds nothing else: `<sup>`, or a `<span>` around it. */
function outermost(link: Element): Element {
  let element = link
  for (
    let up = link.parent;
    up?.type === ELEMENT && /^(?:sup|span|small|em|i|b|strong|font)$/.test(up.tag);
    up = up.parent
  ) {
    const alone = up.children.every(
      (child) => child === element || (child.type !== ELEMENT && /^[\s[\]()]*$/.test(child.value)),
    )
    if (!alone) break
    element = up
  }
  return element
}

function freeLabel(text: string, taken: Set<string>): string {
  let label = /^[\w-]+$/.test(text) ? text : String(taken.size + 1)
  for (let next = taken.size + 1; taken.has(label); next++) label = String(next)
  taken.add(label)
  return label
}

function leaveOutBackLinks(block: Element, references: Map<Element, string>, leftOut: Set<ChildNode>): void {
  walk(block, (node) => {
    if (node.type !== ELEMENT || node.tag !== 'a') return
    const { href, class: names = '', role } = node.attrs
    if (href === undefined || !href.includes('#') || references.has(outermost(node))) return
    const isBack = role === 'doc-backlink' || /back-?(?:ref|link)|reversefootnote/i.test(names)
    if (isBack || BACK_TEXT.test(textContent(node).trim())) leftOut.add(outermost(node))
  })
}
