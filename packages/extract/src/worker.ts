import { extract } from './extract.ts'
import type { ExtractOutcome, ExtractRequest } from './types.ts'

/** What `pool.ts` sends to a worker thread. */
export interface WorkerTask {
  request: ExtractRequest
  extra: object
  /** Ends work that leaves this thread (OCR in a process of its own), which would outlive the thread. */
  signal?: AbortSignal
}

/** A page result as JSON text, with the few facts that its caller decides by. */
export type ExtractedJson =
  | {
      ok: true
      /** `extra` and the extracted fields as one JSON object. */
      json: string
      kind: Extract<ExtractOutcome, { ok: true }>['kind']
      ocrUsed: boolean
      summary: { title: string | undefined; jsonBytes: number; qualityWarning: string | undefined }
    }
  | { ok: false; code: 'UNSUPPORTED_CONTENT_TYPE' | 'EXTRACTION_FAILED'; message: string }

/** Runs in a worker thread: one page in, the page part of its result out as JSON text. */
export async function extractJson({ request, extra, signal }: WorkerTask): Promise<ExtractedJson> {
  const outcome = await extract(request, signal)
  if (!outcome.ok) return outcome
  const { content, kind, ocrUsed } = outcome
  const json = JSON.stringify({ ...extra, ...content })
  const summary = {
    title: content.title,
    jsonBytes: Buffer.byteLength(json),
    qualityWarning: content.quality_warning?.code,
  }
  return { ok: true, json, kind, ocrUsed, summary }
}
