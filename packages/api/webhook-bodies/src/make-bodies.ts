import { BATCH_COLUMNS, type BatchRow, presentBatch } from '@gleaner/batches'
import { API_ROOT, maskUrlCredentials, presentLabels, RETENTION, toBatchId } from '@gleaner/contracts'
import { webhookDialectOf } from '@gleaner/contracts/webhook-dialect'
import { presentCrawl, readCrawls } from '@gleaner/crawl'
import type { Queryable } from '@gleaner/db'
import { type FinishedJob, groupOf, presentFailure, presentResult, readFinishedJobs } from '@gleaner/jobs'
import type { ClaimedDelivery } from '@gleaner/outgoing-webhooks'
import { firecrawlBody } from './firecrawl-body.ts'

/** Of a webhook's body; a result that makes it larger is replaced by a link. Source: `docs/decisions/0030-webhook-delivery.md`. */
export const MAX_BODY_BYTES = 1_000_000

/** What a body is made of. */
export type BodySource = Pick<
  ClaimedDelivery,
  'id' | 'endpointId' | 'batchId' | 'jobId' | 'event' | 'data' | 'channel'
>

/** A body, and how it is told where that is in another API's words. */
export interface MadeBody {
  bytes: Buffer
  dialect?: { isWanted: boolean }
}

/**
 * The JSON bodies of deliveries, by delivery id, read in one round trip for all jobs and one for all batches. The same at each time as long
 * as the results are kept.
 */
export async function makeBodies(
  sql: Queryable,
  publicUrl: string,
  deliveries: readonly BodySource[],
): Promise<Map<string, MadeBody>> {
  const ofWhole = deliveries.filter(({ jobId }) => jobId === null)
  const [ofCrawls, ofBatches] = [ofWhole.filter(isOfCrawl), ofWhole.filter((one) => !isOfCrawl(one))]
  const [jobs, batches, crawls] = await Promise.all([
    readFinishedJobs(sql, idsOf(deliveries, 'jobId')),
    readBatchBodies(sql, idsOf(ofBatches, 'batchId')),
    readCrawlBodies(sql, idsOf(ofCrawls, 'batchId')),
  ])
  const make = (delivery: BodySource): MadeBody => {
    // What belongs to the address of a channel is added where it is opened.
    if (isOfService(delivery)) return { bytes: toBytes(delivery.data as object) }
    const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId)
    const about = aboutOf(delivery)
    // Endpoints of the account are told in our own words.
    const dialect =
      delivery.endpointId === null ? webhookDialectOf(job?.row.metadata ?? about?.metadata) : undefined
    if (!dialect) return { bytes: ourBody(delivery, job) }
    const { body, isWanted } = firecrawlBody(delivery, dialect, {
      job,
      about,
      isKept: job !== undefined && isSmall(job),
    })
    return { bytes: toBytes(body), dialect: { isWanted } }
  }
  const aboutOf = ({ batchId }: BodySource) =>
    batchId === null
      ? undefined
      : ((batches.get(batchId) ?? crawls.get(batchId)) as { metadata?: unknown; status?: unknown })
  const ourBody = (delivery: BodySource, job: FinishedJob | undefined): Buffer => {
    if (job) return jobBody(delivery, job, publicUrl)
    const { batchId } = delivery
    return toBytes({
      event: delivery.event,
      ...(batchId !== null &&
        (isOfCrawl(delivery) ? { crawl_id: batchId } : { batch_id: toBatchId(batchId) })),
      ...(batchId !== null && (batches.get(batchId) ?? crawls.get(batchId))),
      ...(delivery.jobId !== null && { job_id: delivery.jobId }),
      ...(delivery.data as object | null),
    })
  }
  return new Map(deliveries.map((delivery) => [delivery.id, make(delivery)]))
}

/** Whether its receiver is another service, which has messages of its own shape. */
export function isOfService({ channel }: Pick<BodySource, 'channel'>): boolean {
  return channel !== null && channel !== 'webhook'
}

function isOfCrawl({ event }: BodySource): boolean {
  return event.startsWith('crawl.')
}

function idsOf(deliveries: readonly BodySource[], key: 'jobId' | 'batchId'): string[] {
  const ids = deliveries.map((delivery) => delivery[key])
  return [...new Set(ids.filter((id) => id !== null))]
}

/** `result` is what `GET /jobs/{id}` shows: its text is spliced in as it stands. */
function jobBody({ event }: BodySource, job: FinishedJob, publicUrl: string): Buffer {
  const { row } = job
  const head = {
    event,
    batch_id: null,
    ...groupOf(row),
    ...presentLabels(row),
    job_id: row.id,
    url: maskUrlCredentials(row.url),
    status: row.status,
    completed_at: row.finishedAt!.toISOString(),
  }
  if (row.status === 'failed') return toBytes({ ...head, ...presentFailure(row) })
  const whole =
    isKept(job) && Buffer.from(`${JSON.stringify(head).slice(0, -1)},"result":${presentResult(job)}}`)
  if (whole && whole.byteLength <= MAX_BODY_BYTES) return whole
  return toBytes({ ...head, result_url: new URL(`${API_ROOT}/jobs/${row.id}`, publicUrl).href })
}

/** Whether the result is at hand, and not too large for a message. */
function isSmall(job: FinishedJob): boolean {
  return isKept(job) && (job.page?.length ?? 0) <= MAX_BODY_BYTES
}

/** Whether the result is at hand, and may still be shown. */
function isKept({ row, page }: FinishedJob): boolean {
  return page !== undefined && Date.now() - row.finishedAt!.getTime() < RETENTION.resultMs
}

/** What `batch.completed` tells, by batch id. */
async function readBatchBodies(sql: Queryable, ids: readonly string[]): Promise<Map<string, object>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql.query<BatchRow>({
    name: 'read-batches',
    text: `SELECT ${BATCH_COLUMNS} FROM batch WHERE id = ANY($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, presentBatch(row)]))
}

/** What `crawl.completed` tells, by crawl id. */
async function readCrawlBodies(sql: Queryable, ids: readonly string[]): Promise<Map<string, object>> {
  if (ids.length === 0) return new Map()
  const rows = await readCrawls(sql, ids)
  return new Map(rows.map((row) => [row.id, presentCrawl(row)]))
}

function toBytes(body: object): Buffer {
  return Buffer.from(JSON.stringify(body))
}
