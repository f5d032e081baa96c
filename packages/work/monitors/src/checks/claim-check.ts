import type { ScheduleKind } from '@gleaner/contracts'
import { hasCome, type Queryable } from '@gleaner/db'
import { HOUR_MS } from '@gleaner/runtime/units'
import type { StoredWatch } from '../watch.ts'

/** A check that is to be judged, by who has taken it. */
export interface TakenCheck {
  runId: string
  monitorId: string
  accountId: string
  /** Others who have taken it have another number. */
  fence: number
  kind: ScheduleKind
  /** The batch, crawl, map or search that has fetched its pages; null when there was none. */
  workId: string | null
  state: string
  againBatchId: string | null
  /** The second fetch has ended, or is waited for no longer. */
  isAgainOver: boolean
  /** It could not be judged for hours: whatever is wrong, those after it wait. */
  isLate: boolean
  watch: StoredWatch
  notifyOn: string[]
  /** A check before it was judged. */
  isKnown: boolean
  name: string
  webhookUrl: string | null
  /** Its changes are shown in pictures. */
  hasScreenshots: boolean
}

/** From the end of its run on. */
const MOST_MS = 6 * HOUR_MS

/** Whoever takes a check and dies leaves it to others after this time; longer than a thousand pages take. */
const LEASE_MS = 10 * 60_000

/**
 * Takes the check that has waited longest and is the first of its monitor that is open: versions are compared in their order. Undefined when none
 * is to be judged now. `mayTake`: whether this process has a place for a check of an account.
 */
export async function claimCheck(
  sql: Queryable,
  mayTake: (accountId: string) => boolean = () => true,
): Promise<TakenCheck | undefined> {
  const { rows: waiting } = await sql.query<{ id: string }>(WAITING_ACCOUNTS)
  const accounts = waiting.map(({ id }) => id).filter(mayTake)
  if (accounts.length === 0) return undefined
  const { rows } = await sql.query<TakenCheck>(CLAIM, [accounts])
  return rows[0]
}

/** As many as may find no place. */
const WAITING_ACCOUNTS = `
  SELECT account_id AS id FROM (
    SELECT account_id, try_at FROM monitor_check WHERE ${hasCome('try_at')} ORDER BY try_at LIMIT 1000
  ) AS due GROUP BY account_id ORDER BY min(try_at)`

const CLAIM = `
  WITH taken AS (
    UPDATE monitor_check SET try_at = now() + ${LEASE_MS} * interval '1 millisecond', fence = fence + 1
    WHERE run_id = (
      SELECT open.run_id FROM monitor_check AS open
      WHERE ${hasCome('open.try_at')} AND open.account_id = ANY($1) AND NOT EXISTS (
        SELECT FROM monitor_check AS earlier
        WHERE earlier.monitor_id = open.monitor_id AND earlier.judged_at IS NULL AND (earlier.due_at, earlier.run_id) < (open.due_at, open.run_id))
      ORDER BY open.try_at, open.run_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING *
  )
  SELECT taken.run_id AS "runId", taken.monitor_id AS "monitorId", taken.account_id AS "accountId", taken.fence, run.kind, run.work_id AS "workId",
    run.state, taken.again_batch_id AS "againBatchId",
    COALESCE(batch.finished_at IS NOT NULL OR ${hasCome('taken.again_until')} OR batch.id IS NULL, false) AS "isAgainOver",
    ${hasCome(`run.finished_at + ${MOST_MS} * interval '1 millisecond'`)} AS "isLate",
    monitor.watch, monitor.notify_on AS "notifyOn", monitor.is_known AS "isKnown", schedule.name, schedule.webhook_url AS "webhookUrl",
    COALESCE((schedule.work->>'screenshots')::boolean, false) AS "hasScreenshots"
  FROM taken JOIN schedule_run AS run ON run.id = taken.run_id JOIN monitor ON monitor.id = taken.monitor_id
    JOIN schedule ON schedule.id = taken.monitor_id LEFT JOIN batch ON batch.id = taken.again_batch_id`

/** Another process has taken the check, or it is gone with its monitor: nothing of it may be written. */
export class CheckLost extends Error {
  override readonly name = 'CheckLost'
}

/** Locks a check for the caller's transaction. Throws CheckLost. */
export async function holdCheck(
  sql: Queryable,
  { runId, fence }: Pick<TakenCheck, 'runId' | 'fence'>,
): Promise<void> {
  const { rowCount } = await sql.query(
    'SELECT FROM monitor_check WHERE run_id = $1 AND fence = $2 AND judged_at IS NULL FOR UPDATE',
    [runId, fence],
  )
  if (rowCount === 0) throw new CheckLost()
}
