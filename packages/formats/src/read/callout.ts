import { ELEMENT, type Element, visibleText, walk } from '@gleaner/markup'
import type { Callout } from '../block.ts'
import type { Reader } from './reader.ts'

/** Boxes set off from the text, as documentation and blog engines name them, and Bootstrap's alerts. */
const BOX_CLASS =
  /(?:^|\s)(?:admonition|callout|bs-callout|markdown-alert|custom-block|theme-admonition|starlight-aside|notecard|hint|alert)(?=\s|$|--)/

/** Words that name the kind of a box, in its classes or its data attribute. */
const KINDS = new Set(
  (
    'note info tip hint important warning caution danger error success example question quote bug abstract summary ' +
    'todo seealso attention failure check help deprecated experimental'
  ).split(' '),
)
/** Bootstrap's colours that name no kind. */
const COLOURS = new Set(['primary', 'secondary', 'light', 'dark'])
const TITLE_CLASS =
  /(?:admonition|callout|alert|custom-block|aside|notecard|hint)[-_]*(?:title|heading|header)|details-summary|admonitionHeading/i

/** A note, warning or tip set off in a box; undefined when the element is no such box. */
export function readCallout(element: Element, reader: Reader): Callout | undefined {
  const names = element.attrs.class
  if (!names || !BOX_CLASS.test(names)) return undefined
  const kind = element.attrs['data-callout']?.toLowerCase() ?? kindOf(names)
  if (kind === undefined) return undefined
  const titleBox = findTitle(element)
  const title = titleBox ? visibleText(titleBox) : ''
  const children = titleBox ? without(element, titleBox).children : element.children
  const blocks = reader.blocksWithin(children)
  if (blocks.length === 0) return undefined
  return { type: 'callout', kind: kind.replace(/[^\w-]/g, ''), title: title || capitalize(kind), blocks }
}

/** A title stands at the start of its box. */
const MAX_TITLE_SEARCH = 20

function findTitle(box: Element): Element | undefined {
  let seen = 0
  let found: Element | undefined
  walk(box, (node) => {
    if (node.type !== ELEMENT) return undefined
    if (TITLE_CLASS.test(node.attrs.class ?? '')) found = node
    return found || ++seen > MAX_TITLE_SEARCH ? 'stop' : undefined
  })
  return found
}

function kindOf(names: string): string | undefined {
  const words = names.toLowerCase().split(/[\s_-]+/)
  const named = words.find((word) => KINDS.has(word))
  if (named) return named
  const isPlain =
    words.some((word) => COLOURS.has(word)) || /(?:^|\s)(?:admonition|callout)(?:\s|$)/.test(names)
  return isPlain ? 'note' : undefined
}

/** A copy of `element` down to `omitted`, which is left out; everything else is shared. */
function without(element: Element, omitted: Element): Element {
  const path = new Set<Element>()
  for (let at = omitted.parent; at?.type === ELEMENT && at !== element; at = at.parent) path.add(at)
  const copy = (from: Element): Element => ({
    ...from,
    children: from.children
      .filter((child) => child !== omitted)
      .map((child) => (child.type === ELEMENT && path.has(child) ? copy(child) : child)),
  })
  return copy(element)
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
