import { STATUS_CODES } from 'node:http'
import type { PageResult } from '@gleaner/contracts/schemas/scrape/result'
import type { PageDocument } from '../../rows/export-item.ts'
import type { WarcRecord } from './warc-record.ts'

/** What a page is kept as: its answer where HTML or the file was asked for, else what was made of it. */
export interface PageRecord extends WarcRecord {
  uri: string
  status: number
  mime: string
}

/** Undefined for a page of which nothing was kept. */
export function recordOf(
  page: PageResult,
  date: Date,
  document: PageDocument | undefined,
): PageRecord | undefined {
  const uri = writableUri(page.final_url)
  const answer = document ? { ...document, payload: document.bytes } : answerOf(page)
  if (answer !== undefined) {
    const { payload, contentType } = answer
    const httpHead = headOf(page, contentType, payload.length)
    const mime = contentType.split(';')[0]!.trim().toLowerCase()
    const common = { uri, date, payload, mime, httpHead, status: page.status_code }
    return { ...common, type: 'response', contentType: 'application/http; msgtype=response' }
  }
  const text = markdownOf(page)
  if (text === undefined) return undefined
  const contentType = 'text/markdown; charset=utf-8'
  const payload = Buffer.from(text)
  return {
    type: 'conversion',
    uri,
    date,
    contentType,
    payload,
    mime: 'text/markdown',
    status: page.status_code,
  }
}

/** The address as the URL parser writes it: no character of it can end a header. */
function writableUri(url: string): string {
  return URL.canParse(url) ? new URL(url).href : `urn:x-unparsable:${encodeURIComponent(url)}`
}

interface Answer {
  payload: Uint8Array
  contentType: string
}

function answerOf({ content, raw_html, raw_encoding, headers }: PageResult): Answer | undefined {
  const formats: Record<string, unknown> = typeof content === 'string' ? {} : content
  if (typeof formats.raw === 'string' && raw_encoding === 'base64')
    return { payload: Buffer.from(formats.raw, 'base64'), contentType: fileType(headers) }
  const html = [raw_html, formats.raw, formats.html].find((text) => typeof text === 'string')
  return html === undefined ? undefined : { payload: Buffer.from(html), contentType: textType(headers) }
}

const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}/

function fileType(headers: Record<string, string>): string {
  return MEDIA_TYPE.exec(headers['content-type'] ?? '')?.[0] ?? 'application/octet-stream'
}

/** Text is kept in UTF-8, whatever it came in. */
function textType(headers: Record<string, string>): string {
  return `${MEDIA_TYPE.exec(headers['content-type'] ?? '')?.[0] ?? 'text/html'}; charset=utf-8`
}

function markdownOf({ content }: PageResult): string | undefined {
  const text = typeof content === 'string' ? content : (content.markdown ?? content.text)
  return typeof text === 'string' ? text : undefined
}

/** Headers that tell of the body as it came, which is kept decoded, or of a connection that is no more. */
const LEFT_OUT = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'set-cookie',
])
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The head of the answer. What a stranger's header holds stays within its line. */
function headOf({ status_code, headers }: PageResult, contentType: string, length: number): string {
  const kept = Object.entries(headers)
    .filter(([name]) => HEADER_NAME.test(name) && !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value.replace(/[\x00-\x1f\x7f]+/g, ' ')}`)
  return [
    `HTTP/1.1 ${status_code} ${STATUS_CODES[status_code] ?? 'Unknown'}`,
    `content-type: ${contentType}`,
    `content-length: ${length}`,
    ...kept,
    '\r\n',
  ].join('\r\n')
}
