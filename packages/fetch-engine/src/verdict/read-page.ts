import { isUtf8 } from 'node:buffer'
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

function decoderFor(bytes: Buffer, contentType: string): Decode {
  const start = bytes.toString('latin1', 0, 1024)
  const [, declared] = CHARSET.exec(contentType) ?? CHARSET.exec(start) ?? []
  const label = declared ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  try {
    const decoder = new TextDecoder(label)
    return (latin1) => (/[\x80-\xff]/.test(latin1) ? decoder.decode(Buffer.from(latin1, 'latin1')) : latin1)
  } catch {
    return (latin1) => latin1
  }
}

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i

/** Reads the page's markup (one character a byte) once, from start to end. */
export function pageFeatures(html: string, decode: Decode = (latin1) => latin1): PageFeatures {
  const reader = new PageReader(decode)
  scanMarkup(html, reader)
  return reader.finish()
}
