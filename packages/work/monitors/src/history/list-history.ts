import type {
  MonitorChangeList,
  MonitorChangesQuery,
  MonitorCheck,
  MonitorCheckList,
  MonitorPageList,
  ScheduleRun,
} from '@gleaner/contracts'
import { toBatchId } from '@gleaner/contracts/ids'
import { noSuch, type Queryable } from '@gleaner/db'
import { presentRun, RUN_COLUMNS, type RunRow } from '@gleaner/schedules'
import { keyOf } from '../checks/looked-at.ts'
import { pictureUrl } from '../pictures/picture-url.ts'

interface Span {
  limit: number
  offset: number
}

/** Throws NOT_FOUND, for one of another account too. `count`: SQL of what is counted, of monitor $1. */
async function countOf(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  count: string,
  more: unknown[] = [],
): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `SELECT (SELECT count(*)::int ${count}) AS total FROM monitor WHERE id = $1 AND account_id = $2`,
    [monitorId, accountId, ...more],
  )
  return rows[0]?.total ?? noSuch('monitor')
}

interface CheckRow extends RunRow {
  againBatchId: string | null
  judgedAt: Date | null
  /** Its pages were fetched, and are not compared yet. */
  waits: boolean
  counts: MonitorCheck['pages']
}

const CHECKS = `(SELECT ${RUN_COLUMNS} FROM schedule_run WHERE schedule_id = $1) AS run LEFT JOIN monitor_check AS judged ON judged.run_id = run.id`

export async function listChecks(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  { limit, offset }: Span,
): Promise<MonitorCheckList> {
  const total = await countOf(sql, accountId, monitorId, 'FROM schedule_run WHERE schedule_id = $1')
  const { rows } = await sql.query<CheckRow>(
    `SELECT run.*, judged.again_batch_id AS "againBatchId", judged.judged_at AS "judgedAt", judged.counts,
       judged.run_id IS NOT NULL AND judged.judged_at IS NULL AS waits
     FROM ${CHECKS} ORDER BY run."dueAt" DESC LIMIT $2 OFFSET $3`,
    [monitorId, limit, offset],
  )
  return { checks: rows.map(presentCheck), total, limit, offset }
}

function presentCheck(row: CheckRow): MonitorCheck {
  return {
    ...checkOfRun(presentRun(row)),
    ...(row.waits && { status: 'running', finished_at: null }),
    again_batch_id: row.againBatchId ? toBatchId(row.againBatchId) : null,
    judged_at: row.judgedAt?.toISOString() ?? null,
    pages: row.counts,
  }
}

/** A run of a monitor's schedule, as the check that it is before it was judged. */
export function checkOfRun(run: ScheduleRun): MonitorCheck {
  const { schedule_id: monitor_id, export_id: _, export_error: __, ...made } = run
  return { ...made, monitor_id, again_batch_id: null, judged_at: null, pages: null }
}

interface PageRow {
  url: string
  state: MonitorPageList['pages'][number]['state']
  error: string | null
  noise: unknown[] | null
  firstSeenAt: Date
  checkedAt: Date
  changedAt: Date | null
}

export async function listPages(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  { limit, offset }: Span,
): Promise<MonitorPageList> {
  const total = await countOf(sql, accountId, monitorId, 'FROM monitor_page WHERE monitor_id = $1')
  const { rows } = await sql.query<PageRow>(
    `SELECT url, state, error, mask->'places' AS noise, first_seen_at AS "firstSeenAt", checked_at AS "checkedAt", changed_at AS "changedAt"
     FROM monitor_page WHERE monitor_id = $1 ORDER BY url, key LIMIT $2 OFFSET $3`,
    [monitorId, limit, offset],
  )
  const pages = rows.map(({ url, state, error, noise, firstSeenAt, checkedAt, changedAt }) => ({
    url,
    state,
    error,
    first_seen_at: firstSeenAt.toISOString(),
    checked_at: checkedAt.toISOString(),
    changed_at: changedAt?.toISOString() ?? null,
    noise: noise ?? [],
  }))
  return { pages, total, limit, offset }
}

export interface ChangeRow {
  id: string
  runId: string
  url: string
  kind: 'new' | 'changed' | 'removed'
  changes: MonitorChangeList['changes'][number]['changes']
  total: number
  text: string
  patch: unknown[] | null
  hasPicture: boolean
  createdAt: Date
}

export async function listChanges(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  { limit, offset, url }: MonitorChangesQuery,
): Promise<MonitorChangeList> {
  const key = url === undefined ? null : keyOf(url)
  const of = 'FROM monitor_change WHERE monitor_id = $1'
  const total = await countOf(sql, accountId, monitorId, `${of} AND ($3::bytea IS NULL OR key = $3)`, [key])
  const { rows } = await sql.query<ChangeRow>(
    `SELECT id, run_id AS "runId", url, kind, changes, total, text, patch, created_at AS "createdAt",
       picture_before IS NOT NULL AS "hasPicture"
     FROM monitor_change WHERE monitor_id = $1 AND ($4::bytea IS NULL OR key = $4) ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [monitorId, limit, offset, key],
  )
  const changes = rows.map(({ id, runId, total: total_changes, createdAt, hasPicture, ...row }) => ({
    id,
    monitor_id: monitorId,
    check_id: runId,
    ...row,
    total_changes,
    picture_url: hasPicture ? pictureUrl(monitorId, id) : null,
    created_at: createdAt.toISOString(),
  }))
  return { changes, total, limit, offset }
}
