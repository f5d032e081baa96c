import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Jobs that have not ended, by where they are. */
export interface OpenJobs {
  /** On a tier's queue, or worked on: the work that its workers have. `oldestSeconds`: of those that nobody works on. */
  tiers: { tier: Tier; jobs: number; oldestSeconds: number }[]
  /** Items of batches that have not ended; those that wait for their admission among them. */
  batchItems: number
}

/**
 * Counts open jobs by indexes that hold no others: queues are short (bulk work enters them in small steps), and what waits is counted
 * by its batches.
 */
export async function countOpenJobs(db: Queryable): Promise<OpenJobs> {
  const { rows: tiers } = await db.query<OpenJobs['tiers'][number]>(
    `SELECT tier, count(*)::int AS jobs,
       COALESCE(extract(epoch FROM now() - min(queued_at) FILTER (WHERE lease_until IS NULL)), 0)::float8 AS "oldestSeconds"
     FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL GROUP BY tier`,
  )
  const { rows } = await db.query<{ items: number }>(
    'SELECT COALESCE(sum(total - succeeded - failed - cancelled), 0)::int AS items FROM batch WHERE finished_at IS NULL',
  )
  return { tiers, batchItems: rows[0]!.items }
}
