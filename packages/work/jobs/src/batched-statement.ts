import { isCanceled, isDatabaseUnavailable, type Pool } from '@gleaner/db'
import { createBatchedCall } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { perPool } from './per-pool.ts'

/** Most jobs of one statement: a round trip and a commit are cheap among so many, and locks are held for some milliseconds only. */
const MAX_JOBS = 64
/** A statement that takes longer waits for a lock or a slow disk: others go on beside it. */
const SLOW_MS = 25
/** What nobody waits for waits so long for others: of a statement over ten jobs each takes a fourth of what one alone does. */
const BULK_PATIENCE_MS = 20
/** Connections of the pool that wait like that at most. */
const MAX_AT_ONCE = 4
/** Most text of one statement, in characters. */
const MAX_TEXT = 4 * MEGABYTE

/** What a statement over many jobs is asked for one of them. */
interface OneJob {
  jobId: string
  /** Characters that go along. */
  size?: number
  /** Nobody waits for it: it may be kept back for others. */
  isBulk?: boolean
}

/**
 * A statement about a job that is made for all jobs together that come while the one before is under way; one for each pool. `run` takes
 * many at once, in SQL that treats each as if it were alone, and gives a result for each, undefined where it found nothing to do.
 */
export function batchedStatement<Call extends OneJob, Row>(
  run: (pool: Pool, calls: readonly Call[]) => Promise<ReadonlyMap<string, Row>>,
): (pool: Pool, call: Call) => Promise<Row | undefined> {
  const callOf = perPool((pool) =>
    createBatchedCall<Call, Row | undefined>({
      run: async (calls) => {
        const rows = await run(pool, calls)
        return calls.map(({ jobId }) => rows.get(jobId))
      },
      keyOf: ({ jobId }) => jobId,
      weightOf: ({ size = 0 }) => size,
      patienceOf: ({ isBulk }) => (isBulk ? BULK_PATIENCE_MS : 0),
      maxCalls: MAX_JOBS,
      maxWeight: MAX_TEXT,
      slowMs: SLOW_MS,
      maxAtOnce: MAX_AT_ONCE,
      // Of a statement that took too long one job may be locked.
      mayBeOfOne: (error) => !isDatabaseUnavailable(error) || isCanceled(error),
    }),
  )
  return (pool, call) => callOf(pool)(call)
}
