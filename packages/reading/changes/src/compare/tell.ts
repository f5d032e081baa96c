import type { Unit } from '../read/unit.ts'
import { wordDiff } from '../show/word-diff.ts'
import {
  type Change,
  type ChangeKind,
  type CompareSettings,
  type Comparison,
  type Conditions,
  MOST_CHANGES,
} from './settings.ts'

export function toChange(kind: ChangeKind, unit: Unit, texts: { before?: string; after?: string }): Change {
  return {
    kind,
    what: unit.kind,
    section: unit.section,
    ...texts,
    ...(unit.label && { label: unit.label }),
  }
}

/** The changes that the settings ask for. `size` is how many characters both pages have together. */
export function tell(changes: readonly Change[], settings: CompareSettings, size: number): Comparison {
  const kinds = settings.only && new Set(settings.only)
  const wanted = kinds ? changes.filter(({ kind }) => kinds.has(kind)) : changes
  const first = wanted.slice(0, MOST_CHANGES)
  const amount = amountOf(first)
  const percent = size === 0 ? 0 : (100 * amount.characters) / size
  const enough = meets(settings.conditions ?? {}, wanted, amount.words, percent)
  return enough
    ? { changed: wanted.length > 0, changes: first, total: wanted.length, words: amount.words }
    : { changed: false, changes: [], total: 0, words: 0 }
}

/** Characters of changes that are compared by words; what is beyond counts whole. */
const MOST_CHARS = 500_000

/** Words and characters that came or went. */
function amountOf(changes: readonly Change[]): { words: number; characters: number } {
  const amount = { words: 0, characters: 0 }
  let read = 0
  for (const { before = '', after = '' } of changes) {
    read += before.length + after.length
    const pieces =
      read > MOST_CHARS ? [{ type: 'added', text: `${before} ${after}` }] : wordDiff(before, after)
    for (const { type, text } of pieces) {
      if (type === 'same') continue
      amount.words += text.split(/\s+/).filter(Boolean).length
      amount.characters += text.length
    }
  }
  return amount
}

function meets(conditions: Conditions, wanted: readonly Change[], words: number, percent: number): boolean {
  const { min_changes = 0, min_words = 0, min_percent = 0, contains } = conditions
  if (wanted.length < min_changes || words < min_words || percent < min_percent) return false
  const holds = (text: string) =>
    wanted.some(({ before, after }) => before?.includes(text) || after?.includes(text))
  return !contains || contains.length === 0 || contains.some(holds)
}
