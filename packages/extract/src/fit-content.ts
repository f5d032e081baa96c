import { jsonFit } from './json-size.ts'

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
  /** Whether anything was cut or left out. */
  readonly truncated: boolean
}

/** A colon and a comma. */
const FIELD_MARKS = 2
const EMPTY_TEXT_BYTES = 2

export function createFitter(maxBytes: number): Fitter {
  let bytesLeft = maxBytes
  let truncated = false

  const text: Fitter['text'] = (value) => {
    const fitting = jsonFit(value, bytesLeft)
    const kept = fitting === value.length ? value : value.slice(0, endOfLine(value, fitting))
    truncated ||= kept !== value
    bytesLeft -= jsonBytes(kept)
    return kept
  }
  const whole: Fitter['whole'] = (value) => {
    if (value === undefined) return undefined
    const bytes = jsonBytes(value)
    if (bytes > bytesLeft) {
      truncated = true
      return undefined
    }
    bytesLeft -= bytes
    return value
  }
  return {
    text,
    whole,
    fields<T extends object>(fields: T) {
      const kept: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(fields)) {
        const nameBytes = jsonBytes(name) + FIELD_MARKS
        bytesLeft -= nameBytes
        // Where not even an empty text fits, it is left out.
        const fitted = typeof value === 'string' && bytesLeft >= EMPTY_TEXT_BYTES ? text(value) : whole(value)
        if (fitted === undefined) bytesLeft += nameBytes
        else kept[name] = fitted
      }
      return kept as Partial<T>
    },
    get bytesLeft() {
      return Math.max(0, bytesLeft)
    },
    get truncated() {
      return truncated
    },
  }
}

function endOfLine(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end)
  return line > end * 0.9 ? line : end
}

/** As `JSON.stringify` writes it, in UTF-8; 0 for what it leaves out. */
function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
