export type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay'

export interface RobotsLine {
  field: RobotsField
  /** One character a byte. */
  value: string
}

/** Names as people write them: by their beginnings, with the typos that Google accepts. */
const FIELDS: readonly (readonly [RobotsField, RegExp])[] = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:diss?allow|dissalow|disalow|diasllow|disallaw)/i],
  ['sitemap', /^site-?map/i],
  ['crawl-delay', /^crawl-?delay/i],
]

/** Spares the other lines a closer look: a file may have a hundred thousand of them. */
const MAY_BE_FIELD = /^\s*(?:user|allow|dis|dia|site|crawl)/i

/** Eight times the longest URL of old browsers, as Google has it; the rest of a line is not read. */
const MAX_LINE_BYTES = 2083 * 8 - 1

/** The lines that say something, of at most `maxBytes`. */
export function* readRobotsLines(bytes: Uint8Array, maxBytes: number): Generator<RobotsLine> {
  const lines = textOf(bytes, maxBytes).split(/\r\n|\r|\n/)
  // Half a rule would say something else.
  if (bytes.length > maxBytes) lines.pop()
  for (const text of lines) {
    const line = readLine(text.slice(0, MAX_LINE_BYTES))
    if (line) yield line
  }
}

function readLine(text: string): RobotsLine | undefined {
  if (!MAY_BE_FIELD.test(text)) return undefined
  const content = text.replace(/#.*/s, '').trim()
  // Some leave the colon out.
  const [, name, value] = /^([^:]*):(.*)$/s.exec(content) ?? /^(\S+)[ \t]+(\S+)$/.exec(content) ?? []
  if (name === undefined) return undefined
  const field = FIELDS.find(([, pattern]) => pattern.test(name.trim()))?.[0]
  return field && { field, value: value!.trim() }
}

/** One character a byte, without the byte order mark, or what is left of one; UTF-16 is turned into UTF-8. */
function textOf(bytes: Uint8Array, maxBytes: number): string {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxBytes))
  const utf16 = UTF16[read.toString('latin1', 0, 2)]
  const utf8 = utf16 === undefined ? read : Buffer.from(new TextDecoder(utf16).decode(read))
  return utf8.toString('latin1').replace(/^\xef(?:\xbb\xbf?)?/, '')
}

const UTF16: Record<string, string> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }
