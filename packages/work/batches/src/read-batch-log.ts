import { type BatchStatus, type Labels, maskUrlCredentials } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { jobColumns, type OwnedId } from '@gleaner/jobs'
import type { BatchKind } from './acceptance.ts'

/** A batch as those need it who follow it. */
export interface BatchHead extends OwnedId, Labels {
  kind: BatchKind
  status: BatchStatus
  total: number
  succeeded: number
  failed: number
  /** Items that never began; they stand in no log. */
  cancelled: number
  finished: boolean
}

/** How many entries the log of a batch has so far. */
export function logLength({ succeeded, failed }: BatchHead): number {
  return succeeded + failed
}

/** One entry of a batch's log: an item that has ended, and what the batch's counts were by then. */
export interface LogEntry extends Labels {
  /** Its place, from 1. */
  seq: number
  jobId: string
  /** As callers are shown it. */
  url: string
  status: 'succeeded' | 'failed'
  succeeded: number
  failed: number
}

/** A place in a batch's log, after which it is read. */
export interface LogPlace {
  batchId: string
  seq: number
  /** How many of the entries up to there have failed; null where the reader does not know. */
  failed: number | null
}

/** The heads of batches by id, with one statement for all of them. A batch of somebody else is not among them. */
export async function readBatchHeads(
  db: Queryable,
  batches: readonly OwnedId[],
): Promise<ReadonlyMap<string, BatchHead>> {
  const { rows } = await db.query<BatchHead>({
    name: 'read-batch-heads',
    text: `
      SELECT batch.id, batch.account_id AS "accountId", batch.kind, batch.status, batch.total, batch.succeeded, batch.failed, batch.cancelled,
             batch.finished_at IS NOT NULL AS finished, batch.external_id AS "externalId", batch.metadata
      FROM unnest($1::uuid[], $2::uuid[]) AS followed(id, account_id)
        JOIN batch ON batch.id = followed.id AND batch.account_id = followed.account_id`,
    values: [batches.map((batch) => batch.id), batches.map((batch) => batch.accountId)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

type LogRow = Labels & {
  at: number
  seq: number
  jobId: string
  url: string
  isFailed: boolean
  failedBefore: number
}

/**
 * The next entries of batches' logs after some places, at most `limit` after each, in the order of `places`: one statement for all of
 * them. Places are given a batch's end in the order in which its transactions commit, so what is read has no gaps.
 */
export async function readBatchLogs(
  db: Queryable,
  places: readonly LogPlace[],
  limit: number,
): Promise<LogEntry[][]> {
  const { rows } = await db.query<LogRow>({
    name: 'read-batch-logs',
    text: READ_LOGS,
    values: [
      places.map((place) => place.batchId),
      places.map((place) => place.seq),
      places.map((place) => place.failed),
      limit,
    ],
  })
  const logs: LogEntry[][] = places.map(() => [])
  for (const { at, seq, jobId, url, isFailed, failedBefore, externalId, metadata } of rows) {
    const log = logs[at - 1]!
    const failed = (log.at(-1)?.failed ?? failedBefore) + (isFailed ? 1 : 0)
    const status = isFailed ? 'failed' : 'succeeded'
    const shown = { jobId, url: maskUrlCredentials(url), externalId, metadata }
    log.push({ seq, ...shown, status, succeeded: seq - failed, failed })
  }
  return logs
}

const READ_LOGS = `
  SELECT place.at::int, entry.batch_seq AS seq, entry.id AS "jobId", entry.url, entry.status = 'failed' AS "isFailed",
         place.failed AS "failedBefore", entry."externalId", entry.metadata
  FROM (
    SELECT at, batch_id, seq, COALESCE(failed, (
      SELECT count(*) FROM job WHERE job.batch_id = p.batch_id AND job.batch_seq <= p.seq AND job.status = 'failed'
    ))::int AS failed
    FROM unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS p(batch_id, seq, failed, at)
  ) AS place
  CROSS JOIN LATERAL (
    SELECT job.id, job.url, job.status, job.batch_seq, ${jobColumns('externalId', 'metadata')} FROM job
    WHERE job.batch_id = place.batch_id AND job.batch_seq > place.seq ORDER BY job.batch_seq LIMIT $4
  ) AS entry
  ORDER BY place.at, entry.batch_seq`
