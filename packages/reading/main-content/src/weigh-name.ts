import { BLOCK_TAGS, type Element, HEADINGS } from '@gleaner/markup'
import { addToParents, holdsOneOf, type Outline, placesOf } from './outline.ts'
import { showsPrice } from './page-signs.ts'

/** What an element is, beside which its name is one weak piece of evidence. */
export interface Evidence {
  /** A part of a line that has sentences: a remark, a term, a name. */
  isInSentence(i: number): boolean
  /** A part of a heading: its number, its link to the table of contents. */
  isInHeading(i: number): boolean
  /** A box right before or after a paragraph of the text, in one box with it. */
  isAmongProse(i: number): boolean
  /** A paragraph or more of sentences, with few links and nothing to click or fill in. */
  isProse(i: number): boolean
  /** Most of it is no link, and nothing in it is clicked or filled in. */
  isText(i: number): boolean
  /** It holds a paragraph or more of sentences with few links, whatever stands beside them. */
  hasProse(i: number): boolean
  /** It is little more than the rows of a table. */
  isTable(i: number): boolean
  /** It is a small box with a line that shows a price. */
  hasPrice(i: number): boolean
}

export function weighNames(outline: Outline, own: Float64Array, good: Float64Array): Evidence {
  const { elements, end, text, linkText } = outline
  const hasControl = holdsOneOf(outline, placesOf(outline, isControl))
  let inRows: Int32Array | undefined
  const blocks = blocksOf(outline)
  const hasFewLinks = (i: number) => linkText[i]! <= MAX_LINKS * text[i]!
  return {
    isInSentence: (i) => blocks[i] !== i && text[i] === 0 && own[blocks[i]!]! > 0,
    isInHeading: (i) => blocks[i] !== i && HEADINGS.has(elements[blocks[i]!]!.tag),
    isAmongProse: (i) => {
      const next = nextWithText(outline, i)
      const before = previousWithText(outline, i)
      return (next !== -1 && own[next]! > 0) || (before !== -1 && own[before]! > 0)
    },
    isProse: (i) =>
      text[i]! >= MIN_PROSE && good[i]! >= MIN_GOOD * text[i]! && hasFewLinks(i) && !hasControl(i),
    isText: (i) => linkText[i]! <= MAX_LINKS_OF_TEXT * text[i]! && !hasControl(i),
    hasProse: (i) => good[i]! >= MIN_PROSE && hasFewLinks(i),
    isTable: (i) => {
      inRows ??= textInRows(outline)
      return text[i]! > 0 && inRows[i]! >= MIN_ROWS * text[i]! && hasFewLinks(i)
    },
    hasPrice: (i) => end[i]! - i <= MAX_ELEMENTS && elements.slice(i, end[i]).some(showsPrice),
  }
}

/** Characters of each subtree that stand in rows of tables with two cells or more. */
function textInRows({ elements, parent, text, end }: Outline): Int32Array {
  const rows = new Int32Array(elements.length)
  for (let i = 1; i < rows.length; ) {
    const isRow = elements[i]!.tag === 'tr' && end[i + 1] !== undefined && end[i + 1]! < end[i]!
    if (isRow) rows[i] = text[i]!
    i = isRow ? end[i]! : i + 1
  }
  addToParents(parent, rows)
  return rows
}

/** Elements of a box that is looked through for a price. */
const MAX_ELEMENTS = 200
/** Share of a box's text. */
const MIN_ROWS = 0.8

/** The next sibling with text; -1 without one. */
function nextWithText({ parent, end, text }: Outline, i: number): number {
  for (let at = end[i]!; at < end[parent[i]!]!; at = end[at]!) if (text[at]! > 0) return at
  return -1
}

/** Elements before a box that are looked at for its sibling. */
const MAX_BACK = 100

/** The sibling with text right before; -1 without one, or behind one of many elements. */
function previousWithText({ parent, text }: Outline, i: number): number {
  const least = Math.max(parent[i]!, i - MAX_BACK)
  for (let at = i - 1; at > least; at--) if (parent[at] === parent[i] && text[at]! > 0) return at
  return -1
}

/** For each element the block that its text stands in: itself, or one around it. */
function blocksOf({ elements, parent }: Outline): Int32Array {
  const blocks = new Int32Array(elements.length)
  for (let i = 1; i < blocks.length; i++)
    blocks[i] = BLOCK_TAGS.has(elements[i]!.tag) ? i : blocks[parent[i]!]!
  return blocks
}

/** Characters without spaces. */
const MIN_PROSE = 120
/** Shares of the text. */
const MIN_GOOD = 0.6
const MAX_LINKS = 0.1
const MAX_LINKS_OF_TEXT = 0.3

/** What newsletters, logins and offers are full of. */
const CONTROLS: ReadonlySet<string> = new Set(['form', 'input', 'button', 'select', 'textarea', 'iframe'])

function isControl({ tag, attrs }: Element): boolean {
  return CONTROLS.has(tag) || attrs.role === 'button'
}
