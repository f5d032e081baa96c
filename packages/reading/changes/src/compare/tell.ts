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
  const told = kinds ? changes.filter(({ kind }) => kinds.has(kind)) : changes
  const first = told.slice(0, MOST_CHANGES)
  const amount = { words: 0, characters: 0 }
  for (const change of first) {
    for (const { type, text } of wordDiff(change.before ?? '', change.after ?? '')) {
      if (type === 'same') continue
      amount.words += text.split(/\s+/).filter(Boolean).length
      amount.characters += text.length
    }
  }
  const percent = size === 0 ? 0 : (100 * amount.characters) / size
  const enough = meets(settings.conditions ?? {}, told, amount.words, percent)
  return enough
    ? { changed: told.length > 0, changes: first, total: told.length, words: amount.words }
    : { changed: false, changes: [], total: 0, words: 0 }
}

function meets(conditions: Conditions, told: readonly Change[], words: number, percent: number): boolean {
  const { min_changes = 0, min_words = 0, min_percent = 0, contains } = conditions
  if (told.length < min_changes || words < min_words || percent < min_percent) return false
  const holds = (text: string) =>
    told.some(({ before, after }) => before?.includes(text) || after?.includes(text))
  return !contains || contains.length === 0 || contains.some(holds)
}
