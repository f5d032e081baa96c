import { diffArrays } from 'diff'

export interface Piece {
  type: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond these, texts are told whole: a shortest edit script costs the square of the difference. */
const MOST_WORDS = 4_000
const MOST_EDITS = 500

/** What of a text became what, by words and spaces. The pieces that are not added make `before`, those not removed `after`. */
export function wordDiff(before: string, after: string): Piece[] {
  if (before === after) return before === '' ? [] : [{ type: 'same', text: before }]
  const whole: Piece[] = [
    ...(before === '' ? [] : [{ type: 'removed' as const, text: before }]),
    ...(after === '' ? [] : [{ type: 'added' as const, text: after }]),
  ]
  if (before === '' || after === '') return whole
  const [a, b] = [toWords(before), toWords(after)]
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return whole
  const script = diffArrays(a, b, { maxEditLength: MOST_EDITS })
  if (!script) return whole
  return script.map(({ added, removed, value }) => ({
    type: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

/** Numbers stay whole: `1,299.00` to `1,199.00` is one change. */
function toWords(text: string): string[] {
  return text.match(/(?<![\d.,])\d{1,15}(?:[.,]\d{1,15}){1,6}(?!\d)|[\p{L}\p{N}\p{M}_]+|\s+|./gsu) ?? []
}
