import { LIMITS } from '@gleaner/contracts/limits'
import { SCHEDULE_KINDS, type ScheduleKind } from '@gleaner/contracts/schemas/schedules'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'

/** A run that is to be begun, by who has taken it. */
export interface TakenRun {
  id: string
  scheduleId: string
  accountId: string
  kind: ScheduleKind
  /** Others who have taken it have another number. */
  fence: number
  /** How often it was taken since it was refused a place, or at all. */
  tries: number
  /** It was refused a place for as long as a run may be: a standstill of the service counts for nothing. */
  isLate: boolean
}

/** Whoever takes a run and dies leaves it to others after this time. Longer than the checks of a batch of a thousand pages take. */
const LEASE_MS = 60_000

/** Takes runs of some kinds that wait, by turns over accounts. */
export async function takeRuns(
  ctx: SchedulesContext,
  most: number,
  kinds: readonly ScheduleKind[] = SCHEDULE_KINDS,
): Promise<TakenRun[]> {
  const { rows } = await ctx.pool.query<TakenRun>(TAKE, [clockValue(ctx), most, kinds])
  return rows
}

const TAKE = `
  UPDATE schedule_run AS run SET try_at = ${clock('$1')} + ${LEASE_MS} * interval '1 millisecond', fence = run.fence + 1,
    tries = run.tries + 1
  WHERE run.id = ANY(ARRAY(
      SELECT id FROM (
        SELECT id, try_at, row_number() OVER (PARTITION BY account_id ORDER BY try_at, id) AS turn
        FROM schedule_run WHERE try_at <= ${clock('$1')} AND kind = ANY($3)
      ) AS waiting ORDER BY turn, try_at LIMIT $2))
    AND run.try_at <= ${clock('$1')}
  RETURNING run.id, run.schedule_id AS "scheduleId", run.account_id AS "accountId", run.kind, run.fence,
    run.tries, run.refused_at IS NOT NULL AND run.refused_at + ${LIMITS.scheduleWaitMs} * interval '1 millisecond' <= ${clock('$1')} AS "isLate"`
