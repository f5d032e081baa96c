import { isUtf8 } from 'node:buffer'
import { detectEncoding } from '@gleaner/markup/detect-encoding'
import { scanMarkup } from '@gleaner/markup/scan'
import { type PageFeatures, RICH_TEXT } from './page-features.ts'
import { type Decode, PageReader } from './page-reader.ts'
import type { TargetResponse } from './verdict.ts'

/** Most pages are rich before this; the others are read on, and what is longer still is no block page and no shell. */
const FIRST_BYTES = 96 * 1024
const MOST_BYTES = 1536 * 1024
/**
 * The features of a response's page. Its structure is ASCII in every charset of the web, so bytes are read as they are,
 * and only the little text that is kept is decoded.
 */
export function responseFeatures({ body, headers }: TargetResponse): PageFeatures {
  const given = Buffer.from(body.buffer, body.byteOffset, body.length)
  const bytes = given[0] === 0xff && given[1] === 0xfe ? Buffer.from(given.toString('utf16le')) : given
  const decode = decoderFor(bytes, headers['content-type'] ?? '')
  const first = pageFeatures(bytes.toString('latin1', 0, FIRST_BYTES), decode)
  if (first.text.length >= RICH_TEXT / 2 || bytes.length <= FIRST_BYTES) return first
  const whole = pageFeatures(bytes.toString('latin1', 0, MOST_BYTES), decode)
  const isWhole = bytes.length <= MOST_BYTES
  return { ...whole, isWhole, isEmpty: whole.isEmpty && isWhole }
}

/** So many bytes of text show their encoding. */
const SAMPLE = 512

/**
 * The encoding is only looked for once there is text beyond ASCII. What is valid UTF-8 is that, whatever it says it is; a page that names no
 * encoding shows it by its text.
 */
function decoderFor(bytes: Buffer, contentType: string): Decode {
  let decoder: Pick<TextDecoder, 'decode'> | undefined
  return (latin1) => {
    if (!/[\x80-\xff]/.test(latin1)) return latin1
    const text = Buffer.from(latin1, 'latin1')
    decoder ??= textDecoder(
      isUtf8(bytes) ? 'utf-8' : (declaredIn(bytes, contentType) ?? detectEncoding(text.subarray(0, SAMPLE))),
    )
    return decoder.decode(text)
  }
}

function declaredIn(bytes: Buffer, contentType: string): string | undefined {
  return (CHARSET.exec(contentType) ?? CHARSET.exec(bytes.toString('latin1', 0, 1024)))?.[1]
}

/** Names that nobody knows decode nothing. */
function textDecoder(label: string): Pick<TextDecoder, 'decode'> {
  try {
    return new TextDecoder(label)
  } catch {
    return { decode: (text) => Buffer.from(text as Uint8Array).toString('latin1') }
  }
}

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i

/** Reads the page's markup (one character a byte) once, from start to end. */
export function pageFeatures(html: string, decode: Decode = (latin1) => latin1): PageFeatures {
  const reader = new PageReader(decode)
  scanMarkup(html, reader)
  return reader.finish()
}
