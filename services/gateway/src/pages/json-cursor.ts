const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const STRUCTURAL = new Uint8Array(256)
for (const char of [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) STRUCTURAL[char] = 1
const NAME_BYTES = 100

/** Where a value stands in a JSON text, in bytes: its first one, and the one behind its last. */
export interface Span {
  start: number
  end: number
}

export interface JsonCursor {
  /** Reads the next bytes. */
  read(bytes: Buffer): void
  /** The value at a path of at most two names (`content.markdown`); undefined when none was there. */
  spanOf(path: string): Span | undefined
}

/**
 * Finds the values of a JSON object's first two levels, in one pass over a text of any length of which nothing is kept: `JSON.parse` of
 * a page of 50 MB holds up everybody else. The text is known to be JSON.
 */
export function createJsonCursor(): JsonCursor {
  const spans = new Map<string, Span>()
  const names: string[] = []
  const starts: number[] = []
  let position = 0
  let depth = 0
  let inString = false
  let isEscaped = false
  let name = ''

  const isNear = () => depth === 1 || depth === 2
  function end(at: number): void {
    const start = starts[depth]
    if (!isNear() || start === undefined) return
    spans.set(names.slice(1, depth + 1).join('.'), { start, end: at })
    starts.length = depth
  }

  function structural(byte: number, at: number): void {
    switch (byte) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1
        return
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        end(at)
        depth -= 1
        return
      case COMMA:
        end(at)
        return
      case COLON:
        if (!isNear()) return
        names[depth] = name
        starts[depth] = at + 1
        return
    }
  }

  /** Reads to the end of the string or of the bytes; returns where it stopped. */
  function readString(bytes: Buffer, from: number): number {
    let at = from
    if (isEscaped) {
      isEscaped = false
      at += 1
    }
    let quote = bytes.indexOf(QUOTE, at)
    for (;;) {
      const until = quote === -1 ? bytes.length : quote
      // Not looked for beyond the string: short ones without any would take the time of the whole text.
      const backslash = bytes.subarray(at, until).indexOf(BACKSLASH)
      const stop = backslash === -1 ? until : at + backslash
      if (isNear() && name.length < NAME_BYTES)
        name += bytes.toString('utf8', at, Math.min(stop, at + NAME_BYTES))
      if (backslash === -1) {
        inString = quote === -1
        return inString ? bytes.length : quote + 1
      }
      at = stop + 2
      if (at > bytes.length) {
        isEscaped = true
        return bytes.length
      }
      if (quote !== -1 && quote < at) quote = bytes.indexOf(QUOTE, at)
    }
  }

  return {
    read(bytes) {
      let at = 0
      while (at < bytes.length) {
        const byte = bytes[at]!
        if (inString) at = readString(bytes, at)
        else {
          if (byte === QUOTE) {
            inString = true
            name = ''
          } else if (STRUCTURAL[byte] === 1) structural(byte, position + at)
          at += 1
        }
      }
      position += bytes.length
    },
    spanOf: (path) => spans.get(path),
  }
}
