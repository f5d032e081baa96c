import {
  calloutKind,
  childElements,
  ELEMENT,
  type Element,
  findAll,
  HEADINGS,
  TEXT,
  visibleText,
  visibleTextWithin,
  walk,
} from '@gleaner/markup'
import type { Block, Callout } from '../block.ts'
import type { Reader } from './reader.ts'

/** A note, warning or tip set off in a box; undefined when the element is no such box. */
export function readCallout(element: Element, reader: Reader): Callout | undefined {
  const kind = calloutKind(element)
  if (kind === undefined) return undefined
  const box = besideIcon(element) ?? element
  const titleBox = findTitle(box, kind)
  const title = titleBox ? visibleText(titleBox) : ''
  const blocks = reader.blocksWithin(titleBox ? without(box, titleBox).children : box.children)
  if (blocks.length === 0) return undefined
  return unwrapped({ type: 'callout', kind, title: sameWord(title, kind) ? '' : title, blocks })
}

/** Engines wrap one box in another, or a quote in it: it stays one callout. */
function unwrapped(callout: Callout): Callout {
  const [only, ...others] = callout.blocks
  if (others.length > 0) return callout
  if (only?.type === 'callout') return { ...only, title: only.title || callout.title }
  return only?.type === 'quote' && only.blocks.length > 0 ? { ...callout, blocks: only.blocks } : callout
}

/** Asciidoctor sets a box as a table of two cells: an icon or the kind, and the content. */
function besideIcon(element: Element): Element | undefined {
  const table = element.tag === 'table' ? element : childElements(element).find(({ tag }) => tag === 'table')
  if (!table || (table !== element && childElements(element).length > 1)) return undefined
  const cells = findAll(table, 'td')
  return cells.length === 2 && visibleText(cells[0]!).length < MAX_ICON ? cells[1] : undefined
}

/** Characters of a kind's name, or of an icon's replacement. */
const MAX_ICON = 24

const TITLE_CLASS =
  /(?:^|[\s_-])(?:title|heading|header|summary|label)(?=$|[\s_-])|(?:Title|Heading|Header)(?=$|[\s_-])/
/** A title stands at the start of its box. In elements. */
const MAX_TITLE_SEARCH = 20
const MAX_TITLE = 200

/** The first element with text when it is a title by its tag or class, or says just the kind. */
function findTitle(box: Element, kind: string): Element | undefined {
  let seen = 0
  let found: Element | undefined
  walk(box, (node) => {
    if (node.type === TEXT) return node.value.trim() === '' ? undefined : 'stop'
    if (node.type !== ELEMENT) return undefined
    if (++seen > MAX_TITLE_SEARCH) return 'stop'
    if (isTitle(node, kind)) found = node
    return found ? 'stop' : isIcon(node) ? 'skip' : undefined
  })
  return found
}

function isTitle(element: Element, kind: string): boolean {
  const text = startOf(element)
  if (text === '' || text.length > MAX_TITLE) return false
  if (element.tag === 'summary' || HEADINGS.has(element.tag) || sameWord(text, kind)) return true
  return TITLE_CLASS.test(element.attrs.class ?? '')
}

/** A drawing, or a single sign that stands for one. */
function isIcon(element: Element): boolean {
  return element.tag === 'svg' || element.tag === 'img' || /^\P{L}{0,3}$/u.test(startOf(element))
}

/** Enough of an element's text to tell a title from the content. */
function startOf(element: Element): string {
  return visibleTextWithin(element, { left: 2 * MAX_TITLE })
}

/** `See also:` says no more than the kind `seealso`. */
function sameWord(title: string, kind: string): boolean {
  return title.length < MAX_ICON && letters(title) === letters(kind)
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}

/** A quote that holds nothing but a callout is that callout. */
export function asCallout(blocks: readonly Block[]): Callout | undefined {
  return blocks.length === 1 && blocks[0]!.type === 'callout' ? blocks[0] : undefined
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
