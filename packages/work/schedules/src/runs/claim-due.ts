import { uuidv7 } from '@gleaner/contracts/ids'
import { type Queryable, transaction } from '@gleaner/db'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import { nextRun } from '../store/next-run.ts'
import type { TimingColumns } from '../store/schedule-row.ts'
import { JOIN_WORK, WORK_HAS_ENDED } from './work-ended.ts'

interface Due extends TimingColumns {
  id: string
  accountId: string
  kind: string
  spreadMs: number
  dueAt: Date
  now: Date
}

/** What became of the schedules that were due. */
export interface Claimed {
  pending: number
  overlapping: number
}

/** Rows of a transaction: their locks are held for some hundred milliseconds. */
const AT_ONCE = 100

/**
 * Writes a run for each schedule that is due, and when it is due next: both or neither, so that whoever is killed here has done nothing. Another
 * process takes other schedules meanwhile. The next time lies ahead of now, also of a schedule that was due several times: after a standstill one
 * late run is made. One whose last work has ended waits until that is seen: nothing overlaps.
 */
export async function claimDue(ctx: SchedulesContext): Promise<Claimed> {
  const sum: Claimed = { pending: 0, overlapping: 0 }
  for (;;) {
    const { due, pending } = await transaction(ctx.pool, (sql) => claimSome(ctx, sql))
    sum.pending += pending
    sum.overlapping += due - pending
    if (due < AT_ONCE) return sum
  }
}

async function claimSome(ctx: SchedulesContext, sql: Queryable): Promise<{ due: number; pending: number }> {
  const { rows: due } = await sql.query<Due>(
    `SELECT id, account_id AS "accountId", kind, cron, every_seconds AS "everySeconds", timezone, spread_ms AS "spreadMs", next_run_at AS "dueAt",
       ${clock('$1')} AS now
     FROM schedule WHERE next_run_at <= ${clock('$1')}
       AND NOT EXISTS (SELECT FROM schedule_run AS run ${JOIN_WORK} WHERE run.schedule_id = schedule.id AND run.finished_at IS NULL AND ${WORK_HAS_ENDED})
     ORDER BY next_run_at LIMIT ${AT_ONCE} FOR UPDATE OF schedule SKIP LOCKED`,
    [clockValue(ctx)],
  )
  if (due.length === 0) return { due: 0, pending: 0 }
  const pending = await insertRuns(sql, due)
  const next = due.map((schedule) => nextOf(schedule))
  await sql.query(
    `UPDATE schedule SET next_run_at = next.at, paused_reason = CASE WHEN next.at IS NULL THEN 'no_more_times' END
     FROM unnest($1::uuid[], $2::timestamptz[]) AS next(id, at) WHERE schedule.id = next.id`,
    [due.map(({ id }) => id), next],
  )
  return { due: due.length, pending }
}

/** A clock that was put back makes no time come again. */
function nextOf(schedule: Due): Date | null {
  return nextRun(schedule, new Date(Math.max(schedule.now.getTime(), schedule.dueAt.getTime())))
}

/** A run that is due while another of its schedule is open is skipped: the unique index of open runs tells. Returns how many are not. */
async function insertRuns(sql: Queryable, due: readonly Due[]): Promise<number> {
  const values = [
    due.map(() => uuidv7()),
    due.map(({ id }) => id),
    due.map(({ accountId }) => accountId),
    due.map(({ kind }) => kind),
    due.map(({ dueAt }) => dueAt),
    due[0]!.now,
  ]
  const { rowCount } = await sql.query(
    `INSERT INTO schedule_run (id, schedule_id, account_id, kind, state, trigger, due_at, try_at)
     SELECT due.id, due.schedule_id, due.account_id, due.kind, 'pending', 'schedule', due.due_at, $6 FROM ${DUE} ON CONFLICT DO NOTHING`,
    values,
  )
  if (rowCount! < due.length)
    await sql.query(
      `INSERT INTO schedule_run (id, schedule_id, account_id, kind, state, trigger, due_at, finished_at)
       SELECT due.id, due.schedule_id, due.account_id, due.kind, 'skipped_overlap', 'schedule', due.due_at, $6 FROM ${DUE} ON CONFLICT DO NOTHING`,
      values,
    )
  return rowCount!
}

const DUE =
  'unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) AS due(id, schedule_id, account_id, kind, due_at)'
