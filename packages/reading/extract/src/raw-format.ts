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

/** Why the bytes of a file cannot be given although they are asked for; a part of a file is none. */
export function refuseRaw(
  page: Page,
  request: ExtractRequest,
): Extract<ExtractOutcome, { ok: false }> | undefined {
  if (!rawEncoding(page, request).raw_encoding) return undefined
  if (request.withholdsFiles)
    return refusal(
      'with a session that you may only use a file is not given as raw, as nothing can be hidden in it',
    )
  const { byteLength } = request.body
  return base64Length(byteLength) > request.maxContentBytes - ROOM_FOR_OTHERS
    ? refusal(`the file has ${byteLength} bytes, which are too many for a reply as base64`)
    : undefined
}

/** Metadata, title and the like, in bytes. */
const ROOM_FOR_OTHERS = 64 * 1024

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

function refusal(reason: string): Extract<ExtractOutcome, { ok: false }> {
  return { ok: false, code: 'EXTRACTION_FAILED', message: `formats: ${reason}; ask for another format.` }
}
