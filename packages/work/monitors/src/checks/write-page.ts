import { uuidv7 } from '@gleaner/contracts/ids'
import { type Pool, storableJson, transaction } from '@gleaner/db'
import { writeValues } from '../fields/write-values.ts'
import type { JudgedPage } from '../judging/messages.ts'
import { holdCheck, type TakenCheck } from './claim-check.ts'

/** What a check has found of a page, to be written. */
export interface PageFinding {
  key: Buffer
  url: string
  state: 'new' | 'same' | 'changed' | 'removed' | 'error'
  error?: string
  /** Checks in a row that did not find it. */
  missing?: number
  judged?: JudgedPage
  /** What it looks like now, and what the version before did. */
  picture?: { id: string | undefined; before: string | null }
  /** It is told. */
  isNews: boolean
}

/**
 * Writes what a check has found of a page, the version that it keeps and the change that is told: all of it, once, and only by who has the check. A
 * page that has been written for the check is passed over by who judges it again. Throws CheckLost.
 */
export async function writePage(pool: Pool, check: TakenCheck, finding: PageFinding): Promise<void> {
  const { monitorId, accountId, runId } = check
  const { key, url, state, error = null, missing = 0, judged, picture, isNews } = finding
  await transaction(pool, async (sql) => {
    await holdCheck(sql, check)
    await sql.query(WRITE_PAGE, [
      monitorId,
      key,
      accountId,
      url,
      state,
      error,
      missing,
      judged ? storableJson(judged.mask) : null,
      runId,
      picture?.id ?? null,
      judged?.kept !== undefined,
    ])
    if (judged?.kept) await keepVersion(sql, check, key, judged.kept)
    if (judged?.values) await writeValues(sql, check, key, judged.values)
    if (!isNews) return
    const { changes = [], total = 0, text = '', patch = null } = judged ?? {}
    await sql.query(
      `INSERT INTO monitor_change (id, monitor_id, account_id, run_id, key, url, kind, changes, total, text, patch, picture_before, picture_after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
      [
        uuidv7(),
        monitorId,
        accountId,
        runId,
        key,
        url,
        state,
        storableJson(changes),
        total,
        text,
        patch && storableJson(patch),
        ...picturesOf(finding),
      ],
    )
  })
}

const WRITE_PAGE = `
  INSERT INTO monitor_page AS page (monitor_id, key, account_id, url, state, error, is_gone, missing, mask, run_id, picture_id, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $5 = 'removed', $7, $8, $9, $10, CASE WHEN $5 IN ('new', 'changed', 'removed') THEN now() END)
  ON CONFLICT (monitor_id, key) DO UPDATE SET
    state = $5, error = $6, missing = $7, mask = COALESCE($8, page.mask), run_id = $9, checked_at = now(),
    is_gone = $5 = 'removed' OR $5 = 'error' AND page.is_gone,
    picture_id = CASE WHEN $11 THEN $10 ELSE COALESCE($10, page.picture_id) END,
    changed_at = COALESCE(EXCLUDED.changed_at, page.changed_at)`

/** A change has both or none. */
function picturesOf({ state, picture }: PageFinding): [string | null, string | null] {
  return state === 'changed' && picture?.id !== undefined && picture.before !== null
    ? [picture.before, picture.id]
    : [null, null]
}

/** A chain that goes on gets a version; a new one ends the one before. */
async function keepVersion(
  sql: Parameters<Parameters<typeof transaction>[1]>[0],
  { monitorId, accountId }: TakenCheck,
  key: Buffer,
  { full, deltas, isNew }: NonNullable<JudgedPage['kept']>,
): Promise<void> {
  if (!isNew) {
    await sql.query(
      'UPDATE monitor_chain SET deltas = $3, times = times || now() WHERE monitor_id = $1 AND key = $2 AND ended_at IS NULL',
      [monitorId, key, deltas],
    )
    return
  }
  await sql.query(
    'UPDATE monitor_chain SET ended_at = now() WHERE monitor_id = $1 AND key = $2 AND ended_at IS NULL',
    [monitorId, key],
  )
  await sql.query(
    'INSERT INTO monitor_chain (id, monitor_id, key, account_id, first_version, deltas, times) VALUES ($1, $2, $3, $4, $5, $6, ARRAY[now()])',
    [uuidv7(), monitorId, key, accountId, full, deltas],
  )
}
