import { addToParents, isLine, type Outline } from '../outline.ts'
import type { TextValue } from '../text-value.ts'
import { type BlockFeatures, type Draft, FEATURE_COUNT, readFeatures } from './read-features.ts'
import { scoreRows, type TreeModel } from './score-rows.ts'

/** Share of the threshold that would be best if the model were always right about how sure it is. */
const CAUTION = 0.7

/** A line costs 25 microseconds, and a page of more is no article with a tail. */
const MOST_LINES = 4_000

/** Takes from a draft the lines that the model takes for no content: tails, badges, cards of other things. A page of very many lines keeps them all. */
export function chooseBlocks(outline: Outline, value: TextValue, draft: Draft, model: TreeModel): Uint8Array {
  const features = readFeatures(outline, value, draft)
  if (features.lines.length > MOST_LINES) return draft.clutter
  const scores = scoreRows(model, features.rows, FEATURE_COUNT)
  const least = CAUTION * bestThreshold(outline, features, scores)
  const { lines } = features
  return dropLines(outline, draft, lines, (at) => draft.exempt?.[lines[at]!] === 1 || scores[at]! >= least)
}

/** Rounds after which the threshold hardly moves. */
const ROUNDS = 12

/**
 * The probability from which on keeping a line makes the expected F1 of the whole page better: half of the best F1 that can be
 * expected. On a page of which nothing is sure it is low, so that not all goes. Source: Lewis 1995, Dinkelbach 1967.
 */
function bestThreshold({ ownText }: Outline, { lines }: BlockFeatures, scores: Float32Array): number {
  let content = 0
  for (let at = 0; at < lines.length; at++) content += scores[at]! * ownText[lines[at]!]!
  let f1 = 1
  for (let round = 0; round < ROUNDS; round++) {
    let found = 0
    let taken = 0
    for (let at = 0; at < lines.length; at++) {
      if (scores[at]! < f1 / 2) continue
      found += scores[at]! * ownText[lines[at]!]!
      taken += ownText[lines[at]!]!
    }
    f1 = content > 0 ? (2 * found) / (taken + content) : 0
  }
  return f1 / 2
}

/** Marks the lines that are not kept, and the boxes that hold nothing else. A table keeps its cells, or loses the row. */
function dropLines(
  outline: Outline,
  { root, clutter }: Draft,
  lines: Int32Array,
  isKept: (at: number) => boolean,
): Uint8Array {
  const { elements, end, text } = outline
  const marks = clutter.slice()
  const left = new Int32Array(clutter.length)
  let dropped = false
  for (let at = 0; at < lines.length; at++) {
    const i = lines[at]!
    if (isKept(at)) left[i] = 1
    else {
      dropped = true
      if (isLine(outline, i) && !CELLS.has(elements[i]!.tag)) marks.fill(1, i, end[i])
    }
  }
  if (!dropped) return clutter
  addToParents(outline.parent, left)
  for (let i = root + 1; i < end[root]!; ) {
    const isEmpty = !marks[i] && text[i]! > 0 && left[i] === 0 && !CELLS.has(elements[i]!.tag)
    if (isEmpty) marks.fill(1, i, end[i])
    i = isEmpty ? end[i]! : i + 1
  }
  return marks
}

const CELLS: ReadonlySet<string> = new Set(['td', 'th'])
