import { countScheduleRun } from '@gleaner/alerts'
import type { RunState, Schedule, ScheduleRun } from '@gleaner/contracts'
import { RUN_STATES } from '@gleaner/contracts/schemas/schedule-replies'
import { type Queryable, storableJson } from '@gleaner/db'
import { queueEvent } from '@gleaner/outgoing-webhooks'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import { exportRun } from './export-run.ts'
import { presentRun, RUN_COLUMNS, type RunRow } from './run-row.ts'

/** How a run has ended. */
export interface RunEnd {
  state: RunState
  error?: ScheduleRun['error']
  counts?: { total: number; succeeded: number; failed: number; cancelled: number } | null
  costMicros?: bigint | null
}

/**
 * Ends a run, in the caller's transaction, and tells the account's receivers. False when it had ended before, or is not as `was` says: nothing is
 * told twice.
 */
export async function finishRun(
  ctx: Pick<SchedulesContext, 'now'>,
  sql: Queryable,
  was: { id: string; state: 'pending' | 'running'; fence: number },
  { state, error = null, counts = null, costMicros = null }: RunEnd,
): Promise<boolean> {
  const { rows } = await sql.query<RunRow & { accountId: string }>(
    `UPDATE schedule_run SET state = $4, try_at = NULL, error = $5, total = $6, succeeded = $7, failed = $8, cancelled = $9, cost_micros = $10,
       finished_at = ${clock('$11')}
     WHERE id = $1 AND state = $2 AND fence = $3
     RETURNING ${RUN_COLUMNS}, account_id AS "accountId"`,
    [
      was.id,
      was.state,
      was.fence,
      state,
      error && storableJson(error),
      counts?.total,
      counts?.succeeded,
      counts?.failed,
      counts?.cancelled,
      costMicros,
      clockValue(ctx),
    ],
  )
  const [row] = rows
  if (row && RUN_STATES[state].isAnnounced) {
    const { accountId, scheduleId } = row
    await goOn(sql, row)
    await countScheduleRun(sql, { accountId, scheduleId, failed: state === 'failed' })
  }
  return row !== undefined
}

/** The end of a schedule's run is told; that of a monitor's is judged before anybody is. */
async function goOn(sql: Queryable, row: RunRow & { accountId: string }): Promise<void> {
  const { rows } = await sql.query<{
    name: string
    webhookUrl: string | null
    isMonitor: boolean
    export: Schedule['export']
  }>(
    'SELECT name, webhook_url AS "webhookUrl", is_monitor AS "isMonitor", export FROM schedule WHERE id = $1',
    [row.scheduleId],
  )
  const [schedule] = rows
  if (!schedule) return
  if (schedule.isMonitor) return await leaveToJudge(sql, row)
  if (schedule.export) Object.assign(row, await exportRun(sql, row, schedule.export))
  const { id, schedule_id, ...run } = presentRun(row)
  await queueEvent(sql, {
    accountId: row.accountId,
    event: 'schedule.completed',
    url: schedule.webhookUrl,
    data: { schedule_id, schedule_name: schedule.name, run_id: id, ...run },
  })
}

async function leaveToJudge(
  sql: Queryable,
  { id, scheduleId, accountId, dueAt }: RunRow & { accountId: string },
) {
  await sql.query(
    'INSERT INTO monitor_check (run_id, monitor_id, account_id, due_at, try_at) VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING',
    [id, scheduleId, accountId, dueAt],
  )
}
