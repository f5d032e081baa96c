import { BLOCK_TAGS, ELEMENT, type Element, HEADINGS, INVISIBLE_TAGS, isHidden, TEXT } from '@gleaner/markup'
import { isClosedPanel } from './closed-panel.ts'

/**
 * The elements of a page in document order with measures of their text, as parallel arrays: a subtree is the
 * range `[i, end[i])`, so that sums over it need no walking. Invisible elements are not in it.
 */
export interface Outline {
  elements: Element[]
  parent: Int32Array
  /** Index after the last descendant. */
  end: Int32Array
  /** Visible characters (white space not counted) of the subtree, and those of them inside links. */
  text: Int32Array
  linkText: Int32Array
  /** The same for the element's own lines: text that no block inside it holds. 0 for inline elements. */
  ownText: Int32Array
  ownLinkText: Int32Array
  /** Sentence ends and commas among the own text. */
  ownStops: Int32Array
  ownCommas: Int32Array
  indexOf: Map<Element, number>
  /** Index of the first child with text; beyond all elements without one. */
  firstWithText: Int32Array
  /** Links with text among the elements before each, and in all. */
  linksBefore: Int32Array
  /** The siblings after an element up to the next heading. */
  following(index: number): Following
}

/** A run of siblings: the index after it, and its characters, in all and inside links. */
export interface Following {
  end: number
  text: number
  links: number
}

interface Frame {
  element: Element
  index: number
  /** Index of the block that this element's text belongs to. */
  block: number
  /** Index of the link around, or -1. */
  link: number
  next: number
}

/** Measures `root` and everything visible below it. `ignoreHiding` counts what styles hide, too. */
export function measureOutline(root: Element, ignoreHiding = false): Outline {
  const elements: Element[] = []
  const parents: number[] = []
  const ends: number[] = []
  const own: OwnText[] = []
  const linksWithText = new Set<number>()
  const open: Frame[] = []

  const enter = (element: Element) => {
    const above = open.at(-1)
    const index = elements.push(element) - 1
    parents.push(above?.index ?? -1)
    ends.push(index + 1)
    own.push({ text: 0, linkText: 0, stops: 0, commas: 0 })
    const isBlock = !above || BLOCK_TAGS.has(element.tag)
    const link = isLink(element) ? index : (above?.link ?? -1)
    open.push({ element, index, block: isBlock ? index : above.block, link, next: 0 })
  }

  enter(root)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.element.children[top.next++]
    if (!child) {
      open.pop()
      ends[top.index] = elements.length
    } else if (child.type === TEXT) {
      const length = addText(own[top.block]!, child.value, top.link !== -1)
      if (length > 0 && top.link !== -1) linksWithText.add(top.link)
    } else if (child.type === ELEMENT && isVisible(child, ignoreHiding)) {
      enter(child)
    }
  }
  return finish(elements, parents, ends, own, linksWithText)
}

/** `<a id="here"/>` in a page that calls itself HTML stays open: an anchor without an address around all that follows. */
function isLink({ tag, attrs }: Element): boolean {
  return tag === 'a' && attrs.href !== undefined
}

interface OwnText {
  text: number
  linkText: number
  stops: number
  commas: number
}

function finish(
  elements: Element[],
  parents: number[],
  ends: number[],
  own: OwnText[],
  linksWithText: ReadonlySet<number>,
): Outline {
  const text = Int32Array.from(own, (block) => block.text)
  const linkText = Int32Array.from(own, (block) => block.linkText)
  const outline: Outline = {
    elements,
    parent: Int32Array.from(parents),
    end: Int32Array.from(ends),
    text,
    linkText,
    ownText: text.slice(),
    ownLinkText: linkText.slice(),
    ownStops: Int32Array.from(own, (block) => block.stops),
    ownCommas: Int32Array.from(own, (block) => block.commas),
    indexOf: new Map(elements.map((element, i) => [element, i])),
    firstWithText: new Int32Array(elements.length).fill(elements.length),
    linksBefore: new Int32Array(elements.length + 1),
    following: (index) => findFollowing(outline, known, index),
  }
  const known = new Map<number, Following>()
  addToParents(outline.parent, text)
  addToParents(outline.parent, linkText)
  for (let i = elements.length - 1; i > 0; i--)
    if (text[i]! > 0) outline.firstWithText[outline.parent[i]!] = i
  for (let i = 0; i < elements.length; i++)
    outline.linksBefore[i + 1] = outline.linksBefore[i]! + (linksWithText.has(i) ? 1 : 0)
  return outline
}

/** Finds the runs of all siblings at once, so that asking for each of them stays linear. */
function findFollowing(outline: Outline, known: Map<number, Following>, index: number): Following {
  const before = known.get(index)
  if (before) return before
  const parent = outline.parent[index]!
  const siblings: number[] = []
  for (let i = parent + 1; i < outline.end[parent]!; i = outline.end[i]!) siblings.push(i)
  let run: Following = { end: outline.end[parent]!, text: 0, links: 0 }
  for (const i of siblings.reverse()) {
    known.set(i, run)
    run = HEADINGS.has(outline.elements[i]!.tag)
      ? { end: i, text: 0, links: 0 }
      : { end: run.end, text: run.text + outline.text[i]!, links: run.links + outline.linkText[i]! }
  }
  return known.get(index)!
}

/** Tells of an element whether it is one of the `marked` or has one inside. */
export function holdsOneOf({ elements, end }: Outline, marked: Iterable<number>): (i: number) => boolean {
  const before = new Int32Array(elements.length + 1)
  for (const i of marked) before[i + 1] = 1
  for (let i = 1; i < before.length; i++) before[i]! += before[i - 1]!
  return (i) => before[end[i]!]! > before[i]!
}

/** The lowest element that holds both; one of the two when that holds the other. */
export function commonAncestor({ parent, end }: Outline, a: number, b: number): number {
  const later = Math.max(a, b)
  let common = Math.min(a, b)
  while (end[common]! <= later) common = parent[common]!
  return common
}

/** Turns own values into subtree sums. Parents stand before children, so one backward pass does it. */
export function addToParents(parent: Int32Array, values: Int32Array | Float64Array): void {
  for (let i = parent.length - 1; i > 0; i--) values[parent[i]!]! += values[i]!
}

function isVisible(element: Element, ignoreHiding: boolean): boolean {
  if (INVISIBLE_TAGS.has(element.tag) || element.ns === 'svg') return false
  return ignoreHiding || !isHidden(element) || isClosedPanel(element)
}

/** Adds up a text's characters without making strings of it. Gives their number. */
function addText(block: OwnText, value: string, inLink: boolean): number {
  let length = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code <= 32 || code === 0xa0) continue
    // A character of Chinese, Japanese or Korean counts as much as half a word of Latin letters.
    length += code >= 0x2e80 && code < 0xd7b0 ? 3 : 1
    if (code === 0x2c || code === 0xff0c || code === 0x3001 || code === 0x60c) block.commas++
    else if (isStop(code) && endsWord(value, i + 1)) block.stops++
  }
  block.text += length
  if (inLink) block.linkText += length
  return length
}

/** `. ! ? …` and their full-width, Arabic and Devanagari counterparts. */
function isStop(code: number): boolean {
  return (
    code === 0x2e ||
    code === 0x21 ||
    code === 0x3f ||
    code === 0x2026 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff1f ||
    code === 0x61f ||
    code === 0x964
  )
}

function endsWord(value: string, next: number): boolean {
  if (next >= value.length) return true
  const code = value.charCodeAt(next)
  return code <= 32 || code === 0xa0 || code === 0x22 || code === 0x201d || code === 0x29 || code >= 0x2e80
}

/** All of the element's text is its own: one line, with nothing but inline elements inside. */
export function isLine({ ownText, text }: Outline, i: number): boolean {
  return ownText[i]! > 0 && text[i] === ownText[i]
}
