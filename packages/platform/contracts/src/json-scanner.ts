/** A string of the top level, without its quotes, and places at which it may be cut. */
export interface StringToken {
  start: number
  end: number
  cuts: number[]
}

export interface JsonScanner {
  /** Reads on. Throws JsonTooLarge. */
  read(bytes: Uint8Array, from: number, to: number): void
  /** The string that stands at this field of the top level, the last one where it is given twice. */
  stringAt(field: string): StringToken | undefined
}

export interface JsonBounds {
  depth: number
  /** Values and twice the names, over all fields that are not named. */
  parts: number
  /** The same for single fields of the top level. */
  partsOf: Record<string, number>
  /** Bytes of a string or name as it is written, in fields that are not named; absent: any. */
  text?: number
  /** The same for single fields of the top level. */
  textOf?: Record<string, number>
}

/** A text whose values would take longer to build, or to look at, than any request is worth. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge'
  /** The field of the top level where it became too much; empty outside of all. */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const STRUCTURAL = new Uint8Array(256)
for (const char of [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) STRUCTURAL[char] = 1
const LETTER_U = 0x75
/** A long string is decoded in pieces of at least this size: a millisecond or two each. */
const PIECE_BYTES = 256 * 1024
const FIELD_NAME_BYTES = 200

/**
 * Counts what a JSON text holds, in one pass over its bytes, without building anything: JSON.parse takes a hundred times
 * longer for 1 MB of small objects than for 1 MB of text. What is no JSON is not noticed; JSON.parse reads no further than
 * to its first fault, and up to there the count is right.
 */
export function createJsonScanner(bounds: JsonBounds): JsonScanner {
  const left = new Map(Object.entries(bounds.partsOf))
  const strings = new Map<string, StringToken>()
  let partsLeft = bounds.parts
  let depth = 0
  let inString = false
  /** Bytes of an escape that the slice before did not hold. */
  let skip = 0
  let token: StringToken = { start: 0, end: 0, cuts: [] }
  let nextCut = 0
  /** The field of the top level whose value is being read; empty before its colon. */
  let field = ''

  function count(parts: number): void {
    const own = left.get(field)
    if (own === undefined) partsLeft -= parts
    else left.set(field, own - parts)
    if ((own === undefined ? partsLeft : own - parts) < 0)
      throw new JsonTooLarge(field, 'holds more values than any request needs')
  }

  function checkLength({ start, end }: StringToken): void {
    const most = bounds.textOf?.[field] ?? bounds.text ?? Number.POSITIVE_INFINITY
    if (end - start > most)
      throw new JsonTooLarge(field, `holds a text of more than ${most / 1024} KB, which nothing here takes`)
  }

  /** Reads to the end of the string or of the slice; returns where it stopped. */
  function readString(bytes: Uint8Array, from: number, to: number): number {
    let at = from
    while (at < to) {
      const byte = bytes[at]!
      if (byte === QUOTE) {
        inString = false
        token.end = at
        checkLength(token)
        if (depth === 1 && field !== '') strings.set(field, token)
        return at + 1
      }
      if (at >= nextCut && (byte & 0xc0) !== 0x80) {
        token.cuts.push(at)
        nextCut = at + PIECE_BYTES
      }
      at += byte === BACKSLASH ? (bytes[at + 1] === LETTER_U ? 6 : 2) : 1
    }
    skip = at - to
    return to
  }

  function readStructural(byte: number, bytes: Uint8Array): void {
    switch (byte) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1
        count(1)
        if (depth > bounds.depth)
          throw new JsonTooLarge(field, `is nested deeper than ${bounds.depth} levels`)
        return
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1
        return
      case COMMA:
        if (depth === 1) field = ''
        count(1)
        return
      case COLON:
        if (depth === 1) {
          field = nameOf(bytes, token)
          strings.delete(field)
        }
        count(2)
        return
    }
  }

  return {
    read(bytes, from, to) {
      let at = from + skip
      skip = 0
      if (at > to) skip = at - to
      while (at < to) {
        if (inString) at = readString(bytes, at, to)
        else if (bytes[at] === QUOTE) {
          inString = true
          at += 1
          token = { start: at, end: at, cuts: [] }
          nextCut = at + PIECE_BYTES
        } else {
          if (STRUCTURAL[bytes[at]!] === 1) readStructural(bytes[at]!, bytes)
          at += 1
        }
      }
    },
    stringAt: (name) => strings.get(name),
  }
}

/** A field's name, escapes and all; one that is too long matches no field. */
function nameOf(bytes: Uint8Array, { start, end }: StringToken): string {
  const text = Buffer.from(bytes.subarray(start, Math.min(end, start + FIELD_NAME_BYTES))).toString('utf8')
  try {
    return text.includes('\\') ? JSON.parse(`"${text}"`) : text
  } catch {
    return text
  }
}
