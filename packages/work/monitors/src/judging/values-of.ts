import { taken } from '@gleaner/changes'
import type { FieldValues } from '../fields/write-values.ts'
import type { StoredWatch } from '../watch.ts'

/** Characters of a value in the history of its field. */
const MOST_CHARS = 500

/** The value that counts of each field, of a version that has been read. */
export function valuesOf({ fields }: Pick<StoredWatch, 'fields'>, version: string): FieldValues {
  const found = JSON.parse(version) as Record<string, unknown>
  const values = Object.entries(fields ?? {}).map(([name, { take }]) => [
    name,
    plain(taken(found[name], { take })),
  ])
  return Object.fromEntries(values)
}

function plain(value: unknown): FieldValues[string] {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARS).toWellFormed()
}
