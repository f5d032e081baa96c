import { randomUUID } from 'node:crypto'
import type { PricedOption } from '@gleaner/billing'
import type { PageResult } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { BROWSER_TIERS } from '@gleaner/contracts/tier'
import type { ExtractedJson, ReadFailure } from '@gleaner/extract'
import { type ClaimedJob, costOf, type Delivery } from '@gleaner/jobs'
import { redactRead } from '../attempt/redact-read.ts'
import { secretReplacer } from '../attempt/redact-secrets.ts'
import type { Turn } from '../bulk-gate/bulk-gate.ts'
import type { TierContext } from '../context.ts'
import type { StoredArtifacts } from './artifacts.ts'
import { capBody } from './cap-body.ts'
import { extractRequest } from './extract-request.ts'
import { type Fetched, isForeign } from './fetched.ts'
import { keepDocument } from './keep-document.ts'
import { type Note, openTracking } from './open-tracking.ts'
import { warningFields } from './warnings.ts'
import { withModel } from './with-model.ts'

export type BuiltResult =
  | { ok: true; delivery: Omit<Delivery, 'attempt'>; note: Note | undefined }
  | { ok: false; code: ReadFailure; message: string }

/** A page near its deadline still gets this long to be read: it has been fetched, and would be paid for twice. */
const MIN_EXTRACT_MS = 5_000
/** What bounds a read is its CPU time: this is for one that stands still. */
const MAX_EXTRACT_MS = 120_000

export interface BuildOptions {
  turn: Pick<Turn, 'isBackground' | 'used'>
  /** Called when only a model of the caller's is waited for from there on. */
  beforeModel: () => void
}

/**
 * Makes the requested formats of a fetched page, stores what is downloaded separately, and prices the delivery.
 * CANCELLED when `stopping` aborts first.
 */
export async function buildResult(
  ctx: TierContext,
  job: ClaimedJob,
  fetched: Fetched,
  stopping: AbortSignal,
  { turn, beforeModel }: BuildOptions,
): Promise<BuiltResult> {
  const { page } = fetched
  const artifacts = await ctx.artifacts.store(job.id, page)
  const documentUrl = await keepDocument(ctx, job, fetched)
  const remainingMs = Math.max(MIN_EXTRACT_MS, job.deadlineAt.getTime() - Date.now())
  const capped = capBody(page, job.spec.max_response_bytes)
  const { warnings = [], ...mode } = warningFields(ctx.tier, job, fetched)
  const tracking = await openTracking(ctx, job, fetched)
  const fields = {
    ...pageFields(fetched, artifacts),
    ...(documentUrl !== undefined && { document_url: documentUrl }),
    ...capped.fields,
    ...mode,
  }
  const summarySlot = job.spec.formats?.includes('summary') ? randomUUID() : undefined
  const bytesUrl = await bodyLink(ctx, job, fetched, capped.body, documentUrl)
  const readAt = performance.now()
  const read = await ctx.extract.extractJson(
    extractRequest(job, page, capped.body, {
      rendered: BROWSER_TIERS.has(ctx.tier),
      withholdsFiles: isForeign(fetched),
      tracking: tracking?.request,
      bytesUrl,
      summarySlot,
    }),
    fields,
    {
      signal: stopping,
      share: job.accountId,
      isBackground: turn.isBackground(),
      waitMs: remainingMs,
      timeoutMs: Math.min(MAX_EXTRACT_MS, remainingMs),
    },
  )
  // A page that could not be read has taken what time it was given.
  turn.used(read.ok ? read.cpuMs : performance.now() - readAt)
  const extracted = withoutValues(read, fetched, fields)
  if (!extracted.ok) return extracted

  if (extracted.forModel) beforeModel()
  const said = [...warnings, ...extracted.warnings, ...(tracking?.warnings(extracted.tracked) ?? [])]
  const answered = await withModel(ctx, job, extracted, { warnings: said, summarySlot }, stopping)
  if (!answered.ok) return answered

  const delivered = deliveredOptions(ctx, job, fetched, {
    ocrUsed: extracted.ocrUsed,
    hasAnswered: answered.hasAnswered,
    hasSummary: answered.hasSummary,
  })
  return {
    ok: true,
    note: tracking?.noteOf(extracted.tracked),
    delivery: {
      costMicros: job.test ? 0 : costOf(job.plan, ctx.tier, delivered),
      deliveredMode: deliveredMode(ctx, extracted.kind, extracted.ocrUsed),
      statusCode: page.status,
      sizeBytes: page.body.byteLength,
      findings: extracted.findings,
      page: answered.json,
    },
  }
}

/** Where a body is to be had that is asked for as it came, and too large for a reply; one that is withheld is not kept either. */
async function bodyLink(
  { artifacts }: Pick<TierContext, 'artifacts'>,
  { id, spec }: ClaimedJob,
  fetched: Fetched,
  body: Uint8Array,
  documentUrl: string | undefined,
): Promise<string | undefined> {
  const isFile = spec.formats?.includes('bytes') && body.byteLength > LIMITS.inlineBytes
  if (!isFile || isForeign(fetched)) return undefined
  // A whole document is kept already.
  const isKept = documentUrl !== undefined && body.byteLength === fetched.page.body.byteLength
  return isKept ? documentUrl : await artifacts.storeBody(id, body)
}

/** Of a session that may only be used nothing is shown, also where it stands in what only a reader finds. */
function withoutValues(read: ExtractedJson, fetched: Fetched, untouched: object): ExtractedJson {
  const { page, jobSession } = fetched
  if (jobSession.kind !== 'opened' || !isForeign(fetched)) return read
  return redactRead(read, secretReplacer(jobSession.session, page), untouched)
}

/** The fields of the result that the fetch alone decides. */
function pageFields({ page }: Fetched, artifacts: StoredArtifacts) {
  return {
    final_url: page.finalUrl,
    redirected: page.redirectChain.length > 0,
    redirect_chain: page.redirectChain.map(({ url, status }) => ({ url, status_code: status })),
    status_code: page.status,
    headers: page.headers,
    ...(page.requestHeaders && { request_headers: page.requestHeaders }),
    size_bytes: page.body.byteLength,
    screenshot_url: artifacts.screenshotUrl,
    pdf_url: artifacts.pdfUrl,
    ...(artifacts.actionResults && { action_results: artifacts.actionResults }),
    ...(page.capturedXhr && { captured_xhr: page.capturedXhr }),
    version: 'v1',
  } satisfies Partial<PageResult>
}

/** Which of the requested options this delivery really holds; only those are charged. */
function deliveredOptions(
  ctx: TierContext,
  job: ClaimedJob,
  { page, source }: Fetched,
  { ocrUsed, hasAnswered, hasSummary }: { ocrUsed: boolean; hasAnswered: boolean; hasSummary: boolean },
): PricedOption[] {
  const delivered: Record<PricedOption, boolean> = {
    render_js: BROWSER_TIERS.has(ctx.tier),
    screenshot: page.screenshot !== undefined,
    generate_pdf: page.pdf !== undefined,
    ocr: ocrUsed,
    use_proxy: source === 'premium',
    use_own_proxy: source === 'own',
    use_system_proxy: source === 'system',
    extraction_prompt: hasAnswered,
    summary: hasSummary,
    parse: true,
    extract: true,
  }
  return job.plan.options.filter((option) => delivered[option])
}

function deliveredMode(
  ctx: TierContext,
  kind: 'html' | 'pdf' | 'image' | 'other',
  ocrUsed: boolean,
): Delivery['deliveredMode'] {
  if (ocrUsed) return 'ocr'
  if (kind === 'pdf') return 'pdf'
  return BROWSER_TIERS.has(ctx.tier) ? 'js' : 'html'
}
