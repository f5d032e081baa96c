import { isObject } from '@gleaner/runtime/is-object'
import { trimMarksEnd } from '@gleaner/values'

/** Entries of a page's list that are looked at. */
export const MOST_ENTRIES = 1_000
/** Lists within lists that are entered: sections of steps, and lists of sections. */
const MAX_DEPTH = 4
/** A word of a list has at most so many words of its own; on average fewer, or it is a sentence. */
const MOST_WORDS = 6
const AVERAGE_WORDS = 3.5

/** A found value as the entries of a list whose schema of an entry is `items`: what a list wraps as `item` is unwrapped, and for single values a list within it (a section's heading and its steps) is part of it. */
export function listEntries(value: unknown, items: unknown): unknown[] {
  const isText = isObject(items) && items.type === 'string'
  const entries = (Array.isArray(value) ? value : [value]).filter((entry) => !isAbsent(entry))
  const unwrapped = entries.slice(0, MOST_ENTRIES).flatMap((entry) => unwrap(entry, isText, 0))
  const [only, another] = unwrapped
  return (isText && another === undefined ? splitText(only) : unwrapped).slice(0, MOST_ENTRIES)
}

/** A feature that is declared as not there. */
const isAbsent = (entry: unknown) =>
  isObject(entry) && entry.value === false && typeof entry.name === 'string'

function unwrap(entry: unknown, isText: boolean, depth: number): unknown[] {
  if (!isObject(entry) || depth > MAX_DEPTH) return [entry]
  if (isObject(entry.item)) return [entry.item]
  if (!isText) return [entry]
  const inner = [entry.itemListElement].flat().filter((inside) => inside !== undefined)
  const entries = inner.slice(0, MOST_ENTRIES).flatMap((inside) => unwrap(inside, isText, depth + 1))
  if (entries.length === 0) entries.push(entry)
  const heading = headingOf(entry)
  return heading === undefined ? entries : [heading, ...entries]
}

/** Types whose name stands above what they say. */
const HEADED: ReadonlySet<unknown> = new Set(['HowToStep', 'HowToSection'])
/** `Step 3` says nothing. */
const NUMBERED = /^\p{L}{1,12}\.?\s?\d{1,3}\W?$/u

/** The name of a step or section, where what follows does not begin with it. */
function headingOf({
  '@type': type,
  name,
  text,
  itemListElement,
}: Record<string, unknown>): string | undefined {
  if (!HEADED.has(type) || typeof name !== 'string' || NUMBERED.test(name.trim())) return undefined
  if (typeof text === 'string') return text.startsWith(trimMarksEnd(name, /[.…:\s]/)) ? undefined : name
  return itemListElement === undefined ? undefined : name
}

/** Lines are entries, and so are `"red, green"`; a sentence with a comma is one. */
function splitText(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  const lines = parts(value, /\n+/)
  if (lines.length > 1) return lines
  if (value.length > 2_000 || /^https?:/.test(value)) return [value]
  const words = parts(value, /[,;]/)
  const counts = words.map((word) => word.split(/\s+/).length)
  const average = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const isList =
    words.length > 1 && average <= AVERAGE_WORDS && Math.max(...counts) <= MOST_WORDS && !/[.!?]$/.test(value)
  return isList ? words : [value]
}

function parts(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}
