import type { Queryable } from '@gleaner/db'
import { SCHEDULES } from './scopes.ts'

/** How a run of a schedule ended. */
export interface ScheduleRun {
  accountId: string
  scheduleId: string
  failed: boolean
}

/** Counts a run for the rules of type schedule_failure, in the transaction that ends it. Does nothing where the account has no such rule. */
export async function countScheduleRun(
  sql: Queryable,
  { accountId, scheduleId, failed }: ScheduleRun,
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_scope AS s (account_id, scope, failures_in_row, is_changed)
     SELECT account_id, $2, $3, true FROM alert_scope WHERE account_id = $1 AND scope = '${SCHEDULES}'
     ON CONFLICT (account_id, scope) DO UPDATE
       SET failures_in_row = CASE WHEN $3 = 0 THEN 0 ELSE s.failures_in_row + 1 END, is_changed = true`,
    [accountId, SCHEDULES + scheduleId, failed ? 1 : 0],
  )
}

/** A schedule that is deleted fails no more: its alert ends. */
export async function forgetSchedule(
  sql: Queryable,
  { accountId, scheduleId }: Omit<ScheduleRun, 'failed'>,
): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM alert_scope WHERE account_id = $1 AND scope = $2 RETURNING account_id)
     UPDATE alert_scope SET is_changed = true WHERE account_id = (SELECT account_id FROM gone) AND scope = '${SCHEDULES}'`,
    [accountId, SCHEDULES + scheduleId],
  )
}
