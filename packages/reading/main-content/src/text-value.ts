import { HEADINGS } from '@gleaner/markup'
import { addToParents, type Outline } from './outline.ts'

export interface TextValue {
  /** Score of each element's own lines: positive for running text, negative for links in a row, 0 for neither. */
  own: Float64Array
  /** Sum of the positive ones over the subtree. */
  good: Float64Array
}

/** Distinguishes running text from menus by its links, its length and its punctuation. In characters of text. */
export function valueText(outline: Outline): TextValue {
  const own = new Float64Array(outline.elements.length)
  const good = new Float64Array(outline.elements.length)
  for (let i = 0; i < own.length; i++) {
    own[i] = valueOfBlock(outline, i)
    good[i] = Math.max(0, own[i]!)
  }
  addToParents(outline.parent, good)
  return { own, good }
}

/** Good text of what begins at `from` or after it, ends at `to` or before it, and is not marked. */
export function goodBetween(
  { end }: Outline,
  good: Float64Array,
  clutter: Uint8Array,
  from: number,
  to: number,
): number {
  let sum = 0
  for (let i = from; i < to; ) {
    if (!clutter[i] && end[i]! <= to) {
      sum += good[i]!
      i = end[i]!
    } else i++
  }
  return sum
}

function valueOfBlock(outline: Outline, i: number): number {
  const text = outline.ownText[i]!
  if (text === 0) return 0
  const { tag } = outline.elements[i]!
  if (tag === 'pre' || tag === 'code') return text
  const links = outline.ownLinkText[i]! / text
  if (links > 0.6) return -text / 2
  // Headings stand over good and bad text alike.
  if (HEADINGS.has(tag)) return 0
  const prose = text * (1 - links)
  const hasSentences = outline.ownStops[i]! > 0 || outline.ownCommas[i]! > 1
  if (hasSentences && text > SENTENCE) return prose
  return tag === 'p' || text > PARAGRAPH ? prose / 2 : 0
}

/** Characters without spaces: a short sentence, and more than any label has. */
const SENTENCE = 40
const PARAGRAPH = 80
