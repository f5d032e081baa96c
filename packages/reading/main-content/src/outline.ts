import {
  BLOCK_TAGS,
  ELEMENT,
  type Element,
  type Folds,
  findFolds,
  HEADINGS,
  INVISIBLE_TAGS,
  isHidden,
  TEXT,
  walk,
} from '@gleaner/markup'

/**
 * The elements of a page in document order with measures of their text, as parallel arrays: a subtree is the
 * range `[i, end[i])`, so that sums over it need no walking. Invisible elements are not in it.
 */
export interface Outline {
  elements: Element[]
  /** The parts of the page that open and close: what they hold counts as visible. */
  folds: Folds
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
  /** Digits and capital letters among it, of the Latin alphabet. */
  ownDigits: Int32Array
  ownCapitals: Int32Array
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

/** Measures `root` and everything visible below it. `ignoreHiding` counts what styles hide, too. */
export function measureOutline(root: Element, ignoreHiding = false): Outline {
  const elements: Element[] = []
  const parent: number[] = []
  const end: number[] = []
  /** The block that each element's text belongs to, and the link around it, or -1. */
  const block: number[] = []
  const link: number[] = []
  const text: number[] = []
  const linkText: number[] = []
  const stops: number[] = []
  const commas: number[] = []
  const digits: number[] = []
  const capitals: number[] = []
  const linksWithText = new Set<number>()
  const read: Characters = { length: 0, stops: 0, commas: 0, digits: 0, capitals: 0 }
  let open = -1
  const folds = findFolds(root)

  const enter = (element: Element) => {
    const index = elements.push(element) - 1
    parent.push(open)
    end.push(index + 1)
    block.push(open === -1 || BLOCK_TAGS.has(element.tag) ? index : block[open]!)
    link.push(isLink(element) ? index : open === -1 ? -1 : link[open]!)
    text.push(0)
    linkText.push(0)
    stops.push(0)
    commas.push(0)
    digits.push(0)
    capitals.push(0)
    open = index
  }

  const add = (value: string) => {
    countCharacters(value, read)
    if (read.length === 0) return
    const at = block[open]!
    text[at]! += read.length
    stops[at]! += read.stops
    commas[at]! += read.commas
    digits[at]! += read.digits
    capitals[at]! += read.capitals
    if (link[open] === -1) return
    linkText[at]! += read.length
    linksWithText.add(link[open]!)
  }

  enter(root)
  walk(
    root,
    (node) => {
      if (node.type === TEXT) add(node.value)
      else if (node.type === ELEMENT) {
        if (!isVisible(node, ignoreHiding, folds)) return 'skip'
        enter(node)
      }
      return undefined
    },
    () => {
      end[open] = elements.length
      open = parent[open]!
    },
  )
  end[0] = elements.length
  return finish(
    {
      elements,
      folds,
      parent: new Int32Array(parent),
      end: new Int32Array(end),
      ownText: new Int32Array(text),
      ownLinkText: new Int32Array(linkText),
      ownStops: new Int32Array(stops),
      ownCommas: new Int32Array(commas),
      ownDigits: new Int32Array(digits),
      ownCapitals: new Int32Array(capitals),
    },
    linksWithText,
  )
}

/** `<a id="here"/>` in a page that calls itself HTML stays open: an anchor without an address around all that follows. */
function isLink({ tag, attrs }: Element): boolean {
  return tag === 'a' && attrs.href !== undefined
}

type Measured = Pick<
  Outline,
  | 'elements'
  | 'folds'
  | 'parent'
  | 'end'
  | 'ownText'
  | 'ownLinkText'
  | 'ownStops'
  | 'ownCommas'
  | 'ownDigits'
  | 'ownCapitals'
>

function finish(measured: Measured, linksWithText: ReadonlySet<number>): Outline {
  const { elements, parent } = measured
  const known = new Map<number, Following>()
  const outline: Outline = {
    ...measured,
    text: measured.ownText.slice(),
    linkText: measured.ownLinkText.slice(),
    firstWithText: new Int32Array(elements.length).fill(elements.length),
    linksBefore: new Int32Array(elements.length + 1),
    following: (index) => findFollowing(outline, known, index),
  }
  addToParents(parent, outline.text)
  addToParents(parent, outline.linkText)
  for (let i = elements.length - 1; i > 0; i--)
    if (outline.text[i]! > 0) outline.firstWithText[parent[i]!] = i
  for (const i of linksWithText) outline.linksBefore[i + 1] = 1
  for (let i = 1; i <= elements.length; i++) outline.linksBefore[i]! += outline.linksBefore[i - 1]!
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

/** The places of the elements that match. */
export function placesOf({ elements }: Outline, matches: (element: Element) => boolean): number[] {
  const places: number[] = []
  for (let i = 0; i < elements.length; i++) if (matches(elements[i]!)) places.push(i)
  return places
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

function isVisible(element: Element, ignoreHiding: boolean, { panels }: Folds): boolean {
  if (INVISIBLE_TAGS.has(element.tag) || element.ns === 'svg') return false
  return ignoreHiding || !isHidden(element) || panels.has(element)
}

interface Characters {
  length: number
  stops: number
  commas: number
  digits: number
  capitals: number
}

/** Counts a text's characters, sentence ends, commas, digits and capitals without making strings of it. */
function countCharacters(value: string, read: Characters): void {
  let length = 0
  let stops = 0
  let commas = 0
  let digits = 0
  let capitals = 0
  for (let i = 0; i < value.length; i++) {
    const kind = KINDS[value.charCodeAt(i)]!
    length += kind & WEIGHT
    if (kind <= WEIGHT) continue
    if (kind & DIGIT) digits++
    else if (kind & CAPITAL) capitals++
    else if (kind & COMMA) commas++
    else if (endsWord(value, i + 1)) stops++
  }
  read.length = length
  read.stops = stops
  read.commas = commas
  read.digits = digits
  read.capitals = capitals
}

/** Characters of a text as they count in an outline: the text of inline elements counts for the block around them. */
export function lengthOfText(value: string): number {
  const read: Characters = { length: 0, stops: 0, commas: 0, digits: 0, capitals: 0 }
  countCharacters(value, read)
  return read.length
}

/** What each character counts for: how much it weighs, and whether it is a comma or ends a sentence. */
const WEIGHT = 3
const COMMA = 4
const STOP = 8
const DIGIT = 16
const CAPITAL = 32
const KINDS = new Uint8Array(0x10000).fill(1)
KINDS.fill(0, 0, 33)
KINDS[0xa0] = 0
// A character of Chinese, Japanese or Korean counts as much as half a word of Latin letters.
KINDS.fill(3, 0x2e80, 0xd7b0)
for (const comma of ',，、،') KINDS[comma.charCodeAt(0)]! |= COMMA
for (let i = 0; i < 10; i++) KINDS[0x30 + i]! |= DIGIT
for (let i = 0; i < 26; i++) KINDS[0x41 + i]! |= CAPITAL
for (const stop of '.!?…。！？؟।') KINDS[stop.charCodeAt(0)]! |= STOP

function endsWord(value: string, next: number): boolean {
  if (next >= value.length) return true
  const code = value.charCodeAt(next)
  return code <= 32 || code === 0xa0 || code === 0x22 || code === 0x201d || code === 0x29 || code >= 0x2e80
}

/** All of the element's text is its own: one line, with nothing but inline elements inside. */
export function isLine({ ownText, text }: Outline, i: number): boolean {
  return ownText[i]! > 0 && text[i] === ownText[i]
}
