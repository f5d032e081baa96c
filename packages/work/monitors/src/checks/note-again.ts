import type { Queryable } from '@gleaner/db'
import { holdCheck, type TakenCheck } from './claim-check.ts'

/** So long the second fetch is waited for. */
const MOST_MS = 60 * 60_000

/** When a check whose second fetch goes on is looked at again; SQL. */
const LOOK_AGAIN = "now() + interval '2 seconds'"

/** Writes that a check's second fetch is made, in the transaction that makes it. Throws CheckLost. */
export async function noteAgain(sql: Queryable, check: TakenCheck, batchId: string): Promise<void> {
  await holdCheck(sql, check)
  await sql.query(
    `UPDATE monitor_check SET again_batch_id = $2, again_until = now() + ${MOST_MS} * interval '1 millisecond', try_at = ${LOOK_AGAIN}
     WHERE run_id = $1`,
    [check.runId, batchId],
  )
}

/** Lets a check wait for its second fetch, which goes on. */
export async function waitForAgain(sql: Queryable, { runId, fence }: TakenCheck): Promise<void> {
  await sql.query(
    `UPDATE monitor_check SET try_at = ${LOOK_AGAIN} WHERE run_id = $1 AND fence = $2 AND judged_at IS NULL`,
    [runId, fence],
  )
}
