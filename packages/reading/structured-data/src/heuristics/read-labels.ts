import { trimMarksEnd } from '@gleaner/values'
import type { IndexedText, PageIndex } from '../page-index/page-index.ts'

/** Labels that pages print before a fact, prepared for reading lines. */
export interface Labels {
  fieldOf: Map<string, string>
  /** What a value of the field looks like; what does not is no value. */
  values: Record<string, RegExp>
  /** Fields whose value is one word, which may follow its label without a colon. */
  words: ReadonlySet<string>
}

const MOST_TEXTS = 8_000
/** A label and its value may stand in neighbouring cells; further apart they do not belong together. */
const MOST_ELEMENTS_APART = 6

/** `rows` holds the spellings of each field's label, separated by `|`; they are compared without letter case, spaces and punctuation. */
export function makeLabels(
  rows: Record<string, string>,
  values: Record<string, RegExp>,
  words: readonly string[],
): Labels {
  const spellings = Object.entries(rows).flatMap(([field, labels]) =>
    labels.split('|').map((text) => [labelKey(text), field] as const),
  )
  return { fieldOf: new Map(spellings), values, words: new Set(words) }
}

export function labelKey(text: string): string {
  return text.toLowerCase().replace(/[\s.:#°º/"״'’\u00ad_-]+/g, '')
}

/** The first value that the page prints beside a label for each field, in its own content or as `isRead` says. */
export function readLabels(
  index: PageIndex,
  labels: Labels,
  isRead: (text: IndexedText) => boolean = ({ outside }) => !outside,
): Record<string, string> {
  const found: Record<string, string> = {}
  const { texts } = index
  for (let at = 0; at < texts.length && at < MOST_TEXTS; at++) {
    const { value, order } = texts[at]!
    if (value.length > 120 || !isRead(texts[at]!)) continue
    const next = texts[at + 1]?.value === ':' ? texts[at + 2] : texts[at + 1]
    const beside = next && next.order - order <= MOST_ELEMENTS_APART ? next.value : ''
    for (const part of SEVERAL.test(value) ? value.split(SEVERAL) : [value]) {
      const labelled = readLine(part, labels)
      if (!labelled || found[labelled.field] !== undefined) continue
      const made = (labelled.rest || beside).replace(/^[\s:#：-]+/, '')
      if (labels.values[labelled.field]!.test(made)) found[labelled.field] = made
    }
  }
  return found
}

/** Marks between several labels and their values on one line: `No. 12 • MPN 34`. */
export const SEVERAL = / ?[•·|｜] ?/

/** A line that is a label, or begins with one and a colon, or (for single words) is a label and a word with a digit. */
function readLine(line: string, { fieldOf, words }: Labels): { field: string; rest: string } | undefined {
  const whole = line.length <= 40 ? fieldOf.get(labelKey(line)) : undefined
  if (whole) return { field: whole, rest: '' }
  const colon = line.search(/[:：]/)
  if (colon > 0) {
    const field = fieldOf.get(labelKey(line.slice(0, colon)))
    const rest = line.slice(colon + 1).trim()
    return field
      ? { field, rest: words.has(field) && field !== 'mpn' ? (rest.split(/[\s,;|)]/)[0] ?? '') : rest }
      : undefined
  }
  const number = /^(\D{2,30}?)[\s#]\s*(\S*\d\S*)/.exec(line)
  const field = number ? fieldOf.get(labelKey(number[1]!)) : undefined
  return number && field && words.has(field) ? { field, rest: trimMarksEnd(number[2]!, /[,;)]/) } : undefined
}
