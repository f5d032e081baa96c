import { hash } from 'node:crypto'
import type { PageBytes } from '@gleaner/contracts'
import { givesBytes } from '@gleaner/contracts/gives-bytes'
import type { Page } from './page.ts'
import type { ExtractOutcome, ExtractRequest } from './types.ts'

/** The body as it came: text as it is, else its bytes as base64. */
export function rawOf(page: Page, { body }: Pick<ExtractRequest, 'body'>): string {
  return page.source() ?? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64')
}

/** How `raw` of a page is written, where it is asked for and not as text. */
export function rawEncoding(
  page: Page,
  { formats }: Pick<ExtractRequest, 'formats'>,
): { raw_encoding?: 'base64' } {
  return formats?.includes('raw') && page.source() === undefined ? { raw_encoding: 'base64' } : {}
}

/** The body as it came, whatever it is: its bytes, or where they can be had. */
export function bytesOf(
  _: Page,
  { body, contentType, bytesUrl }: Pick<ExtractRequest, 'body' | 'contentType' | 'bytesUrl'>,
): PageBytes {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    content_type: contentType ?? 'application/octet-stream',
    size_bytes: bytes.byteLength,
    sha256: hash('sha256', bytes),
    ...(bytesUrl === undefined ? { base64: bytes.toString('base64') } : { url: bytesUrl }),
  }
}

/** Why the bytes of a file cannot be given although they are asked for; a part of a file is none. */
export function refuseRaw(
  page: Page,
  request: ExtractRequest,
): Extract<ExtractOutcome, { ok: false }> | undefined {
  const isFile = page.source() === undefined && givesBytes(request.formats)
  // Also a text is hidden in base64.
  if (request.withholdsFiles && (isFile || request.formats?.includes('bytes')))
    return refusal(
      'with a session that you may only use a file is not given as raw or bytes, as nothing can be hidden in it',
    )
  if (!isFile) return undefined
  const { byteLength } = request.body
  const copies = inlineCopies(request)
  return copies * base64Length(byteLength) > request.maxContentBytes - ROOM_FOR_OTHERS
    ? refusal(`the file has ${byteLength} bytes, which are too many for a reply as base64`)
    : undefined
}

/** How often the body stands in the reply as base64. */
function inlineCopies({ formats, bytesUrl }: ExtractRequest): number {
  return Number(formats?.includes('raw')) + Number(formats?.includes('bytes') && bytesUrl === undefined)
}

/** Metadata, title and the like, in bytes. */
const ROOM_FOR_OTHERS = 64 * 1024

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

function refusal(reason: string): Extract<ExtractOutcome, { ok: false }> {
  return { ok: false, code: 'EXTRACTION_FAILED', message: `formats: ${reason}; ask for another format.` }
}
