import { type Format, HEADERS } from '@gleaner/contracts'
import type { FinishedJob } from '@gleaner/jobs'
import { maskLogins } from '@gleaner/runtime'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { AnyCall } from '../handler.ts'
import { tellFacts } from '../send-finished.ts'
import { writeChunk } from '../write-chunk.ts'
import { type Located, locateContent } from './locate-content.ts'
import { createUnquoter } from './unquote.ts'

/** Formats that are text; the others are JSON. */
const TEXTS: Partial<Record<Format, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
}
const JSON_TYPE = 'application/json; charset=utf-8'

/** What a reply says of a page before its body: the status, and headers that are not about the delivery. */
export type PageHead = (response: Response, values: Located['values']) => void

/** Answers with a page's content in one format as the body. `tell` adds what the door says of the page. */
export async function sendContent(
  ctx: Pick<Context, 'pages'>,
  { response, signal }: Pick<AnyCall, 'response' | 'signal'>,
  job: FinishedJob,
  format: Format,
  tell: PageHead = () => {},
): Promise<void> {
  const { page } = job
  if (page !== undefined) {
    const bytes = Buffer.from(page)
    return await send(response, job, format, tell, (start) => [bytes.subarray(start)], signal)
  }
  await ctx.pages.inPlace(job.row.accountId, signal, (within) =>
    send(response, job, format, tell, (start) => ctx.pages.pieces(job, start, within), within),
  )
}

type Pieces = (start: number) => AsyncIterable<Buffer> | Iterable<Buffer>

async function send(
  response: Response,
  job: FinishedJob,
  format: Format,
  tell: PageHead,
  pieces: Pieces,
  signal: AbortSignal,
): Promise<void> {
  const { content, values } = await locateContent(pieces(0), `content.${format}`)
  const isFile = format === 'raw' && values.raw_encoding === 'base64'
  tellFacts(response, job)
  response.setHeader(HEADERS.jobId, job.row.id)
  response.setHeader(HEADERS.finalUrl, maskLogins(URL.parse(String(values.final_url))?.href ?? ''))
  response.setHeader(HEADERS.targetStatus, Number(values.status_code))
  if (Array.isArray(values.warnings))
    response.setHeader(HEADERS.warnings, inHeader(values.warnings.join(' ')))
  response.setHeader(
    'Content-Type',
    format === 'raw' ? rawType(values, isFile) : (TEXTS[format] ?? JSON_TYPE),
  )
  // The page is hostile: it is shown as the file it is, never as a page of this origin.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  tell(response, values)
  const isText = format === 'raw' || TEXTS[format] !== undefined
  const decode = isFile ? decodeBase64 : decodeText
  // A text ends before its quote.
  const end = (content?.end ?? 0) - (isText ? 1 : 0)
  const parts = content && within(pieces(content.start), end - content.start)
  if (parts) for await (const part of isText ? decode(parts) : parts) await writeChunk(response, part, signal)
  response.end()
}

/** Clients take 8 KB of headers at least. */
const MOST_WARNING_CHARS = 2_000

/** A text in the characters that headers have (RFC 9110 section 5.5). */
function inHeader(text: string): string {
  return text.slice(0, MOST_WARNING_CHARS).replaceAll(/[^\x20-\x7e]/g, '?')
}

const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+$/i

/** The target's own type. Text was read to UTF-8, whatever it was written in. */
function rawType({ headers }: Located['values'], isFile: boolean): string {
  const given = (headers as Record<string, string> | undefined)?.['content-type']?.split(';')[0]?.trim()
  if (isFile) return given && MEDIA_TYPE.test(given) ? given : 'application/octet-stream'
  return `${given && MEDIA_TYPE.test(given) ? given : 'text/plain'}; charset=utf-8`
}

/** So many bytes of what the pieces begin with. */
async function* within(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, length: number) {
  let left = length
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

const QUOTE = 0x22

/** A JSON string as text, or nothing where there is none (`null`). */
async function* decodeText(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const unquote = createUnquoter()
  let isFirst = true
  for await (const part of parts) {
    if (isFirst && part[0] !== QUOTE) return
    const inner = part.subarray(isFirst ? 1 : 0)
    isFirst = false
    yield unquote(inner, false)
  }
  yield unquote(Buffer.alloc(0), true)
}

/** So many letters of base64 are three bytes. */
const GROUP = 4

async function* decodeBase64(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let rest = ''
  for await (const part of decodeText(parts)) {
    const text = rest + part.toString('latin1')
    const whole = text.length - (text.length % GROUP)
    rest = text.slice(whole)
    yield Buffer.from(text.slice(0, whole), 'base64')
  }
  yield Buffer.from(rest, 'base64')
}
