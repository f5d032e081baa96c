import type { ContentTruncated } from '@gleaner/contracts'
import { jsonFit, mostJsonBytes } from './json-size.ts'
import { withoutAbsent } from './without-absent.ts'

/**
 * Takes what goes into a reply, piece by piece, while its JSON fits into a number of bytes: escapes and field names
 * count as they are sent.
 */
export interface Fitter {
  /** A text, cut to the bytes that are left: at the end of a line where one is near, never inside of a character. */
  text(text: string): string
  /** A value that is left out whole when it does not fit, so that what is there is always valid. */
  whole<T>(value: T): T | undefined
  /** An object field by field in its order, each as a text or whole. */
  fields<T extends object>(fields: T): Partial<T>
  /** Bytes that are left. */
  readonly bytesLeft: number
  /** What was cut or left out, in bytes of JSON. */
  readonly truncation: ContentTruncated | undefined
}

/** A colon and a comma. */
const FIELD_MARKS = 2
const EMPTY_TEXT_BYTES = 2

/**
 * Most replies are far from the limit: their pieces are taken by the most bytes that they can have, and are measured only
 * once that could be too much, or the bytes left are asked for.
 */
export function createFitter(maxBytes: number): Fitter {
  let bytesLeft = maxBytes
  let omittedBytes = 0
  /** Give the bytes of what was taken without being measured, of `mostBytes` at most. */
  let unmeasured: (() => number)[] = []
  let mostBytes = 0

  const takes = (most: number, measure: () => number): boolean => {
    if (mostBytes + most > bytesLeft) {
      settle()
      return false
    }
    mostBytes += most
    unmeasured.push(measure)
    return true
  }
  const settle = () => {
    for (const measure of unmeasured) bytesLeft -= measure()
    unmeasured = []
    mostBytes = 0
  }
  const fitText: Fitter['text'] = (value) => {
    const fitting = jsonFit(value, bytesLeft)
    const kept = fitting === value.length ? value : value.slice(0, endOfLine(value, fitting))
    const bytes = jsonBytes(kept)
    if (kept !== value) omittedBytes += jsonBytes(value) - bytes
    bytesLeft -= bytes
    return kept
  }
  const fitWhole: Fitter['whole'] = (value) => {
    if (value === undefined) return undefined
    const bytes = jsonBytes(value)
    if (bytes > bytesLeft) {
      omittedBytes += bytes
      return undefined
    }
    bytesLeft -= bytes
    return value
  }
  return {
    text: (value) => (takes(mostJsonBytes(value), () => jsonBytes(value)) ? value : fitText(value)),
    whole: (value) => (takes(mostJsonBytes(value), () => jsonBytes(value)) ? value : fitWhole(value)),
    fields<T extends object>(fields: T) {
      if (takes(mostJsonBytes(fields), () => bytesOfFields(fields))) return withoutAbsent(fields)
      const kept: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(fields)) {
        const nameBytes = jsonBytes(name) + FIELD_MARKS
        bytesLeft -= nameBytes
        // Where not even an empty text fits, it is left out.
        const fitted =
          typeof value === 'string' && bytesLeft >= EMPTY_TEXT_BYTES ? fitText(value) : fitWhole(value)
        if (fitted === undefined) bytesLeft += nameBytes
        else kept[name] = fitted
      }
      return kept as Partial<T>
    },
    get bytesLeft() {
      settle()
      return Math.max(0, bytesLeft)
    },
    get truncation() {
      if (omittedBytes === 0) return undefined
      settle()
      return {
        truncated: true as const,
        truncated_at_bytes: maxBytes - bytesLeft,
        original_size_bytes: maxBytes - bytesLeft + omittedBytes,
        truncation_reason: 'readability_output_cap' as const,
      }
    },
  }
}

/** Each present field with its name and marks. */
function bytesOfFields(fields: object): number {
  let bytes = 0
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) bytes += jsonBytes(name) + FIELD_MARKS + jsonBytes(value)
  return bytes
}

function endOfLine(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end)
  return line > end * 0.9 ? line : end
}

/** As `JSON.stringify` writes it, in UTF-8; 0 for what it leaves out. */
function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
