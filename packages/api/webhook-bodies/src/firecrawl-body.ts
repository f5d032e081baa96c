import { isWanted, type WebhookDialect } from '@gleaner/contracts/webhook-dialect'
import { documentOf, type FirecrawlDocument } from '@gleaner/firecrawl/documents/document-of'
import { type FinishedJob, groupOf, presentFailure, presentResult } from '@gleaner/jobs'
import { bodySignature, type ClaimedDelivery } from '@gleaner/outgoing-webhooks'

/** What a receiver of another API's events is told; undefined: it does not want this one. */
export interface DialectBody {
  body: object
  isWanted: boolean
}

/** Events of that API by ours, where how it ended says no more. */
const EVENTS: Readonly<Record<string, 'started' | 'page' | 'completed'>> = {
  'batch.started': 'started',
  'crawl.started': 'started',
  'job.completed': 'page',
  'job.failed': 'page',
  'batch.completed': 'completed',
  'crawl.completed': 'completed',
}
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'cancelled'])

/** `about`: the batch or crawl, of an event that is of the whole. `isKept`: the job's result is at hand, and may be shown. */
export function firecrawlBody(
  { event, batchId }: Pick<ClaimedDelivery, 'event' | 'batchId'>,
  dialect: WebhookDialect,
  {
    job,
    about,
    isKept,
  }: { job?: FinishedJob | undefined; about?: { status?: unknown } | undefined; isKept: boolean },
): DialectBody {
  const usual = EVENTS[event] ?? 'page'
  const ending = usual === 'completed' && FAILED.has(about?.status) ? 'failed' : usual
  const isCrawl = event.startsWith('crawl.') || (job !== undefined && 'crawl_id' in groupOf(job.row))
  const failure = job?.row.status === 'failed' ? presentFailure(job.row) : undefined
  return {
    isWanted: isWanted(dialect, ending),
    body: {
      success: ending !== 'failed' && !failure,
      type: `${isCrawl ? 'crawl' : 'batch_scrape'}.${ending}`,
      id: batchId,
      data: job && !failure ? [documentOfEnded(job, isKept)] : [],
      ...(failure && { error: failure.error }),
      ...(ending === 'failed' && {
        error: `The ${isCrawl ? 'crawl' : 'batch'} has ${String(about?.status)}.`,
      }),
      metadata: dialect.metadata ?? {},
    },
  }
}

/** What is too large, or gone, is told by its id alone. */
function documentOfEnded(job: FinishedJob, isKept: boolean): FirecrawlDocument {
  const { row } = job
  if (isKept) return documentOf(JSON.parse(presentResult(job)))
  return {
    warning: `The document is not part of this message: GET /v2/scrape/${row.id} has it.`,
    metadata: { scrapeId: row.id, sourceURL: row.url },
  }
}

/** The header that receivers of that API verify. */
export function firecrawlSignature(secret: string, body: Buffer): Record<string, string> {
  return { 'X-Firecrawl-Signature': bodySignature(secret, body) }
}
