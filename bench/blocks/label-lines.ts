import { type ContentDraft, captionsOf, ownLine } from '@gleaner/main-content/training'
import type { Truth } from '../extraction/truth.ts'
import { wordsOf } from '../lib/bag.ts'
import { alignWords } from './align.ts'

/** What a line is: 1 content, 0 not, -1 where the truth does not tell. `weights` are shares of the page's text. */
export interface Labels {
  labels: Int8Array
  weights: Float32Array
}

/** Share of a line's words that the truth has at its place. */
const MIN_ALIGNED = 0.6
/** Words in a row that are looked for out of place, and the share of a line's that have to be there. */
const SHINGLE = 4
const MIN_MOVED = 0.7
/** What a line of a page with segments counts, as a share of a page. */
const SEGMENT_WEIGHT = 0.05
/** The most that one line counts, and the least words that a page is taken to have. */
const MAX_WEIGHT = 0.3
const MIN_WORDS = 100

/** Labels the lines that a draft keeps. What the running text leaves out anyway is no matter of the model. */
export function labelLines(draft: ContentDraft, lines: Int32Array, truth: Truth): Labels {
  const texts = [...lines].map((i) => ownLine(draft.outline.elements[i]!))
  const labelled = truth.kind === 'segments' ? labelSegments(texts, truth) : labelByText(texts, truth.text)
  const captions = captionsOf(draft)
  for (let at = 0; at < lines.length; at++) if (captions?.[lines[at]!]) labelled.labels[at] = -1
  return labelled
}

function labelByText(texts: readonly string[], truth: string): Labels {
  const ids = new Map<string, number>()
  const idsOf = (text: string) =>
    wordsOf(text.toLowerCase()).map((word) => {
      const id = ids.get(word) ?? ids.size
      ids.set(word, id)
      return id
    })
  const words = texts.map(idsOf)
  const wanted = Int32Array.from(idsOf(truth))
  const page = Int32Array.from(words.flat())
  const aligned = alignWords(page, wanted)
  const missing = shinglesOf([...wanted].map((id, at) => (aligned.truth[at] ? -1 - at : id)))
  const labels = new Int8Array(texts.length)
  const weights = new Float32Array(texts.length)
  let start = 0
  words.forEach((line, at) => {
    let found = 0
    for (let k = start; k < start + line.length; k++) found += aligned.page[k]!
    start += line.length
    const isThere = line.length > 0 && found >= MIN_ALIGNED * line.length
    labels[at] = line.length === 0 ? -1 : isThere || isMoved(line, missing) ? 1 : 0
    weights[at] = Math.min(MAX_WEIGHT, line.length / Math.max(MIN_WORDS, wanted.length))
  })
  return { labels, weights }
}

function isMoved(line: readonly number[], missing: ReadonlySet<string>): boolean {
  const own = [...shinglesOf(line)]
  return own.length > 0 && own.filter((one) => missing.has(one)).length >= MIN_MOVED * own.length
}

function shinglesOf(words: readonly number[]): Set<string> {
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' ')))
}

function labelSegments(texts: readonly string[], truth: { with: string[]; without: string[] }): Labels {
  const labels = new Int8Array(texts.length).fill(-1)
  const weights = new Float32Array(texts.length).fill(SEGMENT_WEIGHT)
  const sides = [
    [truth.without.map(squeeze), 0],
    [truth.with.map(squeeze), 1],
  ] as const
  texts.forEach((text, at) => {
    const line = squeeze(text)
    for (const [segments, label] of sides)
      if (segments.some((one) => line.includes(one) || (line.length >= MIN_PART && one.includes(line))))
        labels[at] = label
  })
  return { labels, weights }
}

/** Characters of a line that is surely meant by a segment that runs over several. */
const MIN_PART = 20

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
