import { API_ROOT, type LiveMessage, MESSAGES, maskUrlCredentials, presentLabels } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type EndedJob, type EndedKey, groupOf, isExpired, presentResult, readEndedJobs } from '@gleaner/jobs'
import { MEGABYTE } from '@gleaner/runtime/units'
import { LRUCache } from 'lru-cache'
import { createGroupedReads } from '../live/grouped-reads.ts'
import { unixSeconds } from './unix-seconds.ts'

/** The last message of a job: made once for all who follow it, and kept for those who come a little later. */
export interface JobUpdates {
  /** Undefined for a job that is gone meanwhile. */
  ended(key: EndedKey): Promise<Buffer | undefined>
  stop(): void
}

/** A result above this stands in no message: its link does. Postgres then does not unfold it either (`page-text.ts`). In characters. */
const RESULT_MAX = MEGABYTE
/** Jobs that are read at once: 8 MB of pages at most. */
const GROUP_MAX = 8
const KEPT_BYTES = 32 * MEGABYTE
const KEPT_MS = 30_000

export function createJobUpdates(options: {
  pool: Queryable
  publicUrl: string
  onUnavailable(error: unknown): void
}): JobUpdates {
  const { pool, publicUrl, onUnavailable } = options
  const idOf = ({ accountId, id, withPage }: EndedKey) => `${accountId} ${id} ${withPage}`
  const reads = createGroupedReads<EndedKey, EndedJob>({
    idOf,
    readGroup: (keys) => readEndedJobs(pool, keys),
    groupMax: GROUP_MAX,
    gatherMs: 0,
    onUnavailable,
  })
  const kept = new LRUCache<string, Buffer, EndedKey>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (message) => message.length + 200,
    ttl: KEPT_MS,
    ignoreFetchAbort: true,
    async fetchMethod(_id, _stale, { context: key }) {
      const job = await reads.read(key)
      return job && Buffer.from(endedUpdate(job, key.withPage, publicUrl))
    },
  })
  return { ended: (key) => kept.fetch(idOf(key), { context: key }), stop: reads.stop }
}

type JobUpdate = Extract<LiveMessage, { type: 'job_update' }>

/** The message of a job that has ended, as JSON text. Its time is that of the end, so it is the same for all. */
function endedUpdate(job: EndedJob, withPage: boolean, publicUrl: string): string {
  const { row, batchSeq } = job
  const update: Omit<JobUpdate, 'result'> = {
    type: 'job_update',
    job_id: row.id,
    status: row.status === 'completed' ? 'completed' : 'failed',
    url: maskUrlCredentials(row.url),
    ...groupOf(row),
    ...presentLabels(row),
    ...(batchSeq !== null && { seq: batchSeq }),
    ts: unixSeconds(row.finishedAt!),
    error: row.error?.message ?? null,
    ...(row.error && { error_code: row.error.code }),
  }
  if (row.status !== 'completed' || !withPage) return withResult(update, 'null')
  if (isExpired(job)) return withResult({ ...update, ...EXPIRED }, 'null')
  const result = job.page === undefined ? undefined : presentResult(job)
  if (result !== undefined && result.length <= RESULT_MAX) return withResult(update, result)
  return withResult({ ...update, result_url: new URL(`${API_ROOT}/jobs/${row.id}`, publicUrl).href }, 'null')
}

const EXPIRED = {
  error: MESSAGES.resultGone,
  error_code: 'JOB_EXPIRED',
}

function withResult(update: Omit<JobUpdate, 'result'>, result: string): string {
  return `${JSON.stringify(update).slice(0, -1)},"result":${result}}`
}
