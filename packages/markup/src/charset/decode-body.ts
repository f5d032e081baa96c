import { isUtf8 } from 'node:buffer'
import { declaredEncoding } from './declared-encoding.ts'
import { decodeAs } from './decode-as.ts'
import { detectEncoding } from './detect-encoding.ts'
import { looksWide, readBom } from './read-bom.ts'

export interface DecodedBody {
  text: string
  /** WHATWG name of the encoding, lower case. */
  encoding: string
}

/**
 * Bytes to text as the WHATWG encoding rules have it: byte order mark, `Content-Type`, what the document declares,
 * then what its bytes look like. Two lies are common enough to be seen through: bytes that are UTF-8 under another
 * name, and bytes named UTF-8 that are not.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): DecodedBody {
  const bom = readBom(bytes)
  if (bom) return { text: decodeAs(bom.encoding, bytes.subarray(bom.length)), encoding: bom.encoding }

  const encoding = trueEncoding(bytes, declaredEncoding(bytes, contentType))
  return { text: decodeAs(encoding, bytes), encoding }
}

function trueEncoding(bytes: Uint8Array, declared: string | undefined): string {
  const wide = looksWide(bytes)
  if (wide) return wide
  // Its bytes are all ASCII, so that being valid UTF-8 says nothing.
  if (declared === 'iso-2022-jp') return declared
  // Text of another encoding is valid UTF-8 by chance only when it is a handful of bytes.
  if (isUtf8(bytes)) return 'utf-8'
  const isBelievable = declared !== undefined && declared !== 'utf-8' && !declared.startsWith('utf-16')
  return isBelievable ? declared : detectEncoding(bytes)
}
