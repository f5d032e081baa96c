import { API_ROOT, type PageState } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { PAGE_STATES } from '@gleaner/contracts/schemas/monitors/settings'
import { type Pool, type Queryable, transaction } from '@gleaner/db'
import { queueEvent } from '@gleaner/outgoing-webhooks'
import { pictureUrl } from '../pictures/picture-url.ts'
import { holdCheck, type TakenCheck } from './claim-check.ts'

export type Counts = Record<PageState, number>

/** A longer text is cut in a webhook; the list of changes has all of it. */
const MOST_CHARS = 4_000

/**
 * Ends a check whose pages are all written: counts them, forgets those that its list does not name any more, and tells who wants to know, once.
 * Throws CheckLost.
 */
export async function finishCheck(pool: Pool, check: TakenCheck): Promise<Counts> {
  return await transaction(pool, async (sql) => {
    await holdCheck(sql, check)
    // A list that was changed does not watch what it does not name; nor does who fetched nothing know anything.
    if (check.kind === 'batch' && check.workId !== null)
      await sql.query('DELETE FROM monitor_page WHERE monitor_id = $1 AND run_id <> $2', [
        check.monitorId,
        check.runId,
      ])
    const counts = await countPages(sql, check)
    await sql.query(
      'UPDATE monitor_check SET try_at = NULL, judged_at = now(), counts = $3 WHERE run_id = $1 AND fence = $2',
      [check.runId, check.fence, JSON.stringify(counts)],
    )
    const isAny = Object.values(counts).some((count) => count > 0)
    if (isAny)
      await sql.query('UPDATE monitor SET is_known = true WHERE id = $1 AND NOT is_known', [check.monitorId])
    await tell(sql, check, counts)
    return counts
  })
}

async function countPages(sql: Queryable, { monitorId, runId }: TakenCheck): Promise<Counts> {
  const { rows } = await sql.query<{ state: PageState; pages: number }>(
    'SELECT state, count(*)::int AS pages FROM monitor_page WHERE monitor_id = $1 AND run_id = $2 GROUP BY state',
    [monitorId, runId],
  )
  const counts = Object.fromEntries(PAGE_STATES.map((state) => [state, 0])) as Counts
  for (const { state, pages } of rows) counts[state] = pages
  return counts
}

async function tell(sql: Queryable, check: TakenCheck, counts: Counts): Promise<void> {
  const { accountId, monitorId, runId, name, notifyOn, webhookUrl } = check
  const { rows } = await sql.query<{
    id: string
    url: string
    kind: string
    text: string
    total: number
    hasPicture: boolean
    all: number
  }>(
    `SELECT id, url, kind, left(text, ${MOST_CHARS}) AS text, total, picture_before IS NOT NULL AS "hasPicture", count(*) OVER ()::int AS all
     FROM monitor_change WHERE run_id = $1 ORDER BY id LIMIT ${LIMITS.monitorChangesSent}`,
    [runId],
  )
  const wants = (what: string) => notifyOn.includes(what)
  const isNews =
    wants('always') || (wants('change') && rows.length > 0) || (wants('error') && counts.error > 0)
  if (!isNews) return
  const changes = rows.map(({ id, url, kind, text, total, hasPicture }) => ({
    change_id: id,
    url,
    kind,
    text,
    total_changes: total,
    picture_url: hasPicture ? pictureUrl(monitorId, id) : null,
  }))
  await queueEvent(sql, {
    accountId,
    event: 'monitor.changed',
    url: webhookUrl,
    data: {
      monitor_id: monitorId,
      monitor_name: name,
      check_id: runId,
      changed: rows.length > 0,
      pages: counts,
      changes,
      total_changes: rows[0]?.all ?? 0,
      changes_url: `${API_ROOT}/monitors/${monitorId}/changes`,
    },
  })
}
