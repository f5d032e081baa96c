import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@gleaner/runtime/is-object'
import { trimMarksEnd } from '@gleaner/values'
import { splitNumbered } from './split-numbered.ts'

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
  if (!isText) return unwrapped.slice(0, MOST_ENTRIES)
  const texts = another === undefined ? splitText(only) : withoutMarks(unwrapped)
  return once(texts).slice(0, MOST_ENTRIES)
}

/** Without the numbers and bullets of sentences; numbers alone are what is listed. */
function withoutMarks(entries: unknown[]): unknown[] {
  const isText = entries.some((entry) => typeof entry !== 'string' || SENTENCE.test(entry))
  return isText ? entries.filter((entry) => !isMark(entry)) : entries
}
const SENTENCE = /\p{L} \S* ?\p{L}/u
const isMark = (entry: unknown) =>
  typeof entry === 'string' && entry.length < MOST_OF_MARK && !LETTER.test(entry)
const MOST_OF_MARK = 4

/** Templates for two widths of screen write a list twice. */
function once(entries: unknown[]): unknown[] {
  const half = entries.length / 2
  const isTwice =
    half >= LEAST_TWICE &&
    entries.slice(0, half).every((entry, at) => isDeepStrictEqual(entry, entries[half + at]))
  return isTwice ? entries.slice(0, half) : entries
}
const LEAST_TWICE = 3

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

/** Lines are entries, numbered steps, quantities with commas between, and so are `"red, green"`; a sentence with a comma is one. */
function splitText(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  const lines = parts(value, /\n+/).filter((line) => LETTER.test(line))
  if (lines.length > 1) return lines
  const steps = splitNumbered(value)
  if (steps.length > 1) return steps
  if (value.length > 2_000 || /^https?:/.test(value)) return [value]
  const words = parts(value, /[,;]/)
  if (words.length > 2 && words.every((word) => AMOUNT.test(word))) return words
  const counts = words.map((word) => word.split(/\s+/).length)
  const average = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const isList =
    words.length > 1 && average <= AVERAGE_WORDS && Math.max(...counts) <= MOST_WORDS && !/[.!?]$/.test(value)
  return isList ? words : [value]
}

const LETTER = /\p{L}/u
/** `2 tbsp oil`, `½ onion`. */
const AMOUNT = /^[\d¼-¾⅐-⅞]/

function parts(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}
