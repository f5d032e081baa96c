import iconv from 'iconv-lite'

/** The standard's tables hold more characters for these than ICU's do (cp949, HKSCS). */
const BETTER_TABLES: Readonly<Record<string, string>> = { 'euc-kr': 'cp949', big5: 'big5hkscs' }
/** Encodings of old files that the standard leaves out, by number of code page. */
const CODE_PAGES: ReadonlySet<string> = new Set(
  '437 720 737 775 850 852 855 856 857 858 860 861 862 863 864 865 869'.split(' '),
)
const WIDE: ReadonlySet<string> = new Set(['utf-32le', 'utf-32be'])

/** Decodes by a WHATWG encoding name, or that of a code page. Bytes that are no text become U+FFFD. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  const isOld = WIDE.has(encoding) || encoding.startsWith('cp')
  const table = BETTER_TABLES[encoding] ?? (isOld ? encoding : undefined)
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

/** The code page that a label names which the standard does not know: `IBM850` is `cp850`. */
export function codePageOfLabel(label: string): string | undefined {
  const page = /^(?:cp|ibm|dos|oem)-?0?(\d{3})$/i.exec(label.trim())?.[1]
  return page !== undefined && CODE_PAGES.has(page) ? `cp${page}` : undefined
}
