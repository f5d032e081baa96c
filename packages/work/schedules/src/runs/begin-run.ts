import type { Queryable } from '@gleaner/db'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import type { TakenRun } from './take-runs.ts'

/** The run is over, was paused or deleted, or another process has taken it: its work must not be made. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** Writes that a run's work is made, in the transaction that makes it. Throws RunLost. */
export async function beginRun(
  ctx: Pick<SchedulesContext, 'now'>,
  sql: Queryable,
  { id, fence }: TakenRun,
  workId: string,
): Promise<void> {
  const { rowCount } = await sql.query(
    `UPDATE schedule_run SET state = 'running', try_at = NULL, work_id = $3, started_at = ${clock('$4')}
     WHERE id = $1 AND fence = $2 AND state = 'pending'`,
    [id, fence, workId, clockValue(ctx)],
  )
  if (rowCount === 0) throw new RunLost()
}

/** A place may be free after this time. */
const AGAIN_MS = 5_000

/** Lets an account's runs of a kind wait a little, of which none finds a place now. */
export async function postponeRuns(
  ctx: SchedulesContext,
  { id, accountId, kind }: Pick<TakenRun, 'id' | 'accountId' | 'kind'>,
): Promise<void> {
  await ctx.pool.query(
    `UPDATE schedule_run SET try_at = ${clock('$4')} + ${AGAIN_MS} * interval '1 millisecond', tries = 0,
       refused_at = COALESCE(refused_at, ${clock('$4')})
     WHERE account_id = $1 AND kind = $2 AND state = 'pending' AND (id = $3 OR try_at <= ${clock('$4')})`,
    [accountId, kind, id, clockValue(ctx)],
  )
}
