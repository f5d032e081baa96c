import iconv from 'iconv-lite'

/** The standard's tables hold more characters for these than ICU's do (cp949, HKSCS). */
const BETTER_TABLES: Readonly<Record<string, string>> = { 'euc-kr': 'cp949', big5: 'big5hkscs' }

/** Decodes by a WHATWG encoding name. Bytes that are no text become U+FFFD. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  const table = BETTER_TABLES[encoding]
  if (table) return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), table)
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

/** The WHATWG name for an encoding label (`latin1`, `x-sjis`); undefined for one that names none. */
export function encodingOfLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}
