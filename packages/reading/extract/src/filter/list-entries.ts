import { isObject } from '@gleaner/runtime/is-object'

/** Entries of a page's list that are looked at. */
export const MOST_ENTRIES = 1_000

/** A found value as the entries of a list whose schema of an entry is `items`; what a list wraps as `item` is unwrapped. */
export function listEntries(value: unknown, items: unknown): unknown[] {
  const entries = Array.isArray(value) ? value : splitWords(value, items)
  return entries
    .slice(0, MOST_ENTRIES)
    .map((entry) => (isObject(entry) && isObject(entry.item) ? entry.item : entry))
}

/** `"red, green"` for a list of strings is two entries; a sentence with a comma is one. */
function splitWords(value: unknown, items: unknown): unknown[] {
  const isWords =
    typeof value === 'string' &&
    isObject(items) &&
    items.type === 'string' &&
    value.length <= 2_000 &&
    !/^https?:/.test(value)
  if (!isWords) return [value]
  const words = value
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean)
  return words.length > 1 && words.every((word) => word.split(' ').length <= 4) ? words : [value]
}
