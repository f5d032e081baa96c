import { isUtf8 } from 'node:buffer'
import { declaredEncoding } from './declared-encoding.ts'
import { decodeAs } from './decode-as.ts'
import { detectEncoding } from './detect-encoding.ts'
import { readBom, sniffWide } from './read-bom.ts'

export interface DecodedBody {
  text: string
  /** WHATWG name of the encoding, lower case. */
  encoding: string
}

/**
 * Decodes bytes by the WHATWG encoding rules: byte order mark, `Content-Type`, what the document declares, then
 * detection. Two false declarations are common enough to be corrected: UTF-8 declared as another encoding, and another
 * encoding declared as UTF-8.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): DecodedBody {
  const bom = readBom(bytes)
  if (bom) return { text: decodeAs(bom.encoding, bytes.subarray(bom.length)), encoding: bom.encoding }

  const encoding = trueEncoding(bytes, declaredEncoding(bytes, contentType))
  return { text: decodeAs(encoding, bytes), encoding }
}

function trueEncoding(bytes: Uint8Array, declared: string | undefined): string {
  const wide = sniffWide(bytes)
  if (wide) return wide
  // Its bytes are all ASCII, so that they are valid UTF-8 in any case.
  if (declared === 'iso-2022-jp' || hasEscapes(bytes)) return 'iso-2022-jp'
  // Text of another encoding is valid UTF-8 by chance only when it is a handful of bytes.
  if (isUtf8(bytes)) return 'utf-8'
  const isPlausible = declared !== undefined && declared !== 'utf-8' && !/^utf-(?:16|32)/.test(declared)
  return isPlausible ? declared : detectEncoding(bytes)
}

/** Japanese between escapes that lead to its characters and back, which no other text has. */
function hasEscapes(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = ['\x1b$B', '\x1b$@'].map((shift) => all.indexOf(shift)).find((at) => at >= 0)
  return start !== undefined && (all.indexOf('\x1b(B', start) > 0 || all.indexOf('\x1b(J', start) > 0)
}
