import { extract } from './extract.ts'
import { createFitter } from './fit-content.ts'
import type { ExtractedContent, ExtractOutcome, ExtractRequest, FallbackCause, Tracked } from './types.ts'

/** What `pool.ts` sends to a worker. */
export interface PageTask {
  request: ExtractRequest
  extra: object
  /** Nobody waits for it: a thread reads it with the lowest priority. */
  isBackground?: boolean | undefined
  /** To be read by the fall-back reader, for this cause. */
  fallback?: FallbackCause
}

/** A page result as JSON text, with the few facts that its caller needs. */
export type ExtractedJson =
  | {
      ok: true
      /** `extra` and the extracted fields as one JSON object. */
      json: string
      /** What a crawl follows (`PageFindings`), as JSON text; where the request asks for it. */
      findings?: string
      /** Where the request asks for `tracking`. */
      tracked?: Tracked
      kind: Extract<ExtractOutcome, { ok: true }>['kind']
      ocrUsed: boolean
      foundNothing: boolean
      /** For the caller, and not in the JSON yet. */
      warnings: string[]
      /** With `forModel`: what a model is to read, and what the JSON leaves to be said. */
      forModel?: { text: string; method: ExtractedContent['extraction_method'] }
      /** Processor time of its reading, in milliseconds. */
      cpuMs: number
      summary: { title: string | undefined; jsonBytes: number; qualityWarning: string | undefined }
    }
  | { ok: false; code: ReadFailure; message: string }

/** CANCELLED and WAITED_TOO_LONG say nothing about the page. */
export type ReadFailure = 'UNSUPPORTED_CONTENT_TYPE' | 'EXTRACTION_FAILED' | 'CANCELLED' | 'WAITED_TOO_LONG'

/** Runs in a worker: one page in, the page part of its result out as JSON text. Never rejects. */
export async function extractJson(task: PageTask): Promise<ExtractedJson> {
  const startedAt = process.threadCpuUsage()
  try {
    const read = await readPage(task)
    if (!read.ok) return read
    const { user, system } = process.threadCpuUsage(startedAt)
    return { ...read, cpuMs: (user + system) / 1_000 }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    return { ok: false, code: 'EXTRACTION_FAILED', message: `The page could not be read: ${reason}` }
  }
}

/** Kept for the fields that the reply has beside the page: address, billing, attempts. */
const ENVELOPE_BYTES = 128 * 1024

async function readPage({ request, extra, fallback }: PageTask) {
  const fit = createFitter(request.maxContentBytes - ENVELOPE_BYTES)
  const kept = fit.fields(extra)
  const outcome = await extract({ ...request, maxContentBytes: fit.bytesLeft }, { fallback })
  if (!outcome.ok) return outcome
  const { content, findings, tracked, kind, ocrUsed, foundNothing, modelText, warnings } = outcome
  const { extraction_method: method, ...unsaid } = content
  const json = JSON.stringify({
    ...kept,
    ...(modelText === undefined ? content : unsaid),
    ...(fit.truncation && { content_truncated: fit.truncation }),
  })
  const summary = {
    title: content.title,
    jsonBytes: Buffer.byteLength(json),
    qualityWarning: content.quality_warning?.code,
  }
  const forModel = modelText === undefined ? undefined : { text: modelText, method }
  return {
    ok: true as const,
    json,
    ...(findings !== undefined && { findings }),
    ...(tracked && { tracked }),
    kind,
    ocrUsed,
    foundNothing,
    warnings,
    ...(forModel && { forModel }),
    summary,
  }
}
