import { isDeepStrictEqual } from 'node:util'
import { type Change, type ChangeKind, type Comparison, MOST_CHANGES } from './settings.ts'

export interface FieldRule {
  /** Which of several values counts: of a list of prices the lowest. Default: all. */
  take?: 'first' | 'lowest' | 'highest' | undefined
  /** Smaller differences of a number are no change; absolute, and in per cent of the value before. */
  min_change?: number | undefined
  min_change_percent?: number | undefined
  /** Told only when the number falls below, or rises above. */
  below?: number | undefined
  above?: number | undefined
}

export type Fields = Readonly<Record<string, unknown>>

/** What changed in named values. A value that is gone is removed, one that was not there is added. */
export function compareFields(
  before: Fields,
  after: Fields,
  rules: Readonly<Record<string, FieldRule>> = {},
  only?: readonly ChangeKind[],
): Comparison {
  const names = [...new Set([...Object.keys(rules), ...Object.keys(before), ...Object.keys(after)])]
  const changes = names
    .map((name) => changeOf(name, before, after, ownOf(rules, name) ?? {}))
    .filter((change) => change !== undefined)
    .filter(({ kind }) => !only || only.includes(kind))
  return {
    changed: changes.length > 0,
    changes: changes.slice(0, MOST_CHANGES),
    total: changes.length,
    words: changes.length,
  }
}

function changeOf(name: string, before: Fields, after: Fields, rule: FieldRule): Change | undefined {
  const [was, is] = [taken(ownOf(before, name), rule), taken(ownOf(after, name), rule)]
  const about = { what: 'field' as const, section: name }
  if (isAbsent(was) && isAbsent(is)) return undefined
  if (isAbsent(was))
    return counts(undefined, is, rule) ? { kind: 'added', ...about, after: written(is) } : undefined
  if (isAbsent(is)) return { kind: 'removed', ...about, before: written(was) }
  if (isDeepStrictEqual(was, is) || !counts(was, is, rule)) return undefined
  return { kind: 'replaced', ...about, before: written(was), after: written(is) }
}

function counts(was: unknown, is: unknown, rule: FieldRule): boolean {
  if (typeof is !== 'number') return true
  const from = typeof was === 'number' ? was : undefined
  const { min_change = 0, min_change_percent = 0, below, above } = rule
  if (from !== undefined) {
    const difference = Math.abs(is - from)
    if (difference < min_change || difference * 100 < min_change_percent * Math.abs(from)) return false
  }
  if (below === undefined && above === undefined) return true
  const falls = below !== undefined && is < below && !(from !== undefined && from < below)
  const rises = above !== undefined && is > above && !(from !== undefined && from > above)
  return falls || rises
}

/** Which of several values counts. */
export function taken(value: unknown, { take }: FieldRule): unknown {
  if (!take || !Array.isArray(value)) return value
  if (take === 'first') return value[0]
  const numbers = value.filter(
    (entry): entry is number => typeof entry === 'number' && Number.isFinite(entry),
  )
  if (numbers.length === 0) return undefined
  return numbers.reduce((best, entry) => (take === 'lowest' ? Math.min(best, entry) : Math.max(best, entry)))
}

const ownOf = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Characters of a value in a message. */
const MOST_CHARS = 2_000

function written(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARS)
}
