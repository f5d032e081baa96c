import { isUtf8 } from 'node:buffer'
import { declaredEncoding } from './declared-encoding.ts'
import { decodeAs } from './decode-as.ts'
import { detectEncoding } from './detect-encoding.ts'
import { readBom, sniffUtf16 } from './read-bom.ts'

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
  const utf16 = sniffUtf16(bytes)
  if (utf16) return utf16
  // Its bytes are all ASCII, so that they are valid UTF-8 in any case.
  if (declared === 'iso-2022-jp') return declared
  // Text of another encoding is valid UTF-8 by chance only when it is a handful of bytes.
  if (isUtf8(bytes)) return 'utf-8'
  const isPlausible = declared !== undefined && declared !== 'utf-8' && !declared.startsWith('utf-16')
  return isPlausible ? declared : detectEncoding(bytes)
}
