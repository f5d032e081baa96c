import type { PageArchive, PageArchiveInput } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { MEGABYTE } from '@gleaner/runtime/units'
import { IN_ARCHIVE } from './archived-sql.ts'

const DEFAULT_RETENTION_DAYS = 30

/** The archive of an account: whether it takes pages, and what it holds. `maxMb`: setting `ARCHIVE_MB`. */
export async function readArchive(
  sql: Queryable,
  accountId: string,
  { maxMb }: { maxMb: number },
): Promise<PageArchive> {
  const { rows } = await sql.query<ArchiveRow>({
    name: 'read-page-archive',
    text: `
      SELECT COALESCE(archive.enabled, false) AS enabled, COALESCE(archive.retention_days, $2)::int AS "retentionDays",
             held.pages, held.bytes
      FROM (SELECT $1::uuid AS account_id) AS given
      LEFT JOIN page_archive archive USING (account_id)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS pages, COALESCE(sum(page.bytes), 0)::float8 AS bytes
        FROM archived_page page WHERE page.account_id = given.account_id AND ${IN_ARCHIVE}
      ) AS held`,
    values: [accountId, DEFAULT_RETENTION_DAYS],
  })
  const { enabled, retentionDays, pages, bytes } = rows[0]!
  return { enabled, retention_days: retentionDays, pages, bytes, limit_bytes: maxMb * MEGABYTE }
}

interface ArchiveRow {
  enabled: boolean
  retentionDays: number
  pages: number
  bytes: number
}

/** Switches an archive on or off, and says how long pages are kept that come from now on. */
export async function changeArchive(
  sql: Queryable,
  accountId: string,
  { enabled, retention_days }: PageArchiveInput,
): Promise<void> {
  await sql.query(
    `INSERT INTO page_archive (account_id, enabled, retention_days) VALUES ($1, $2, COALESCE($3, $4::int))
     ON CONFLICT (account_id) DO UPDATE
       SET enabled = $2, retention_days = COALESCE($3, page_archive.retention_days), updated_at = now()`,
    [accountId, enabled, retention_days ?? null, DEFAULT_RETENTION_DAYS],
  )
}

/** Nothing that was archived until now is found any more; the scheduler deletes it. */
export async function emptyArchive(sql: Queryable, accountId: string): Promise<void> {
  await sql.query('UPDATE page_archive SET emptied_at = now(), updated_at = now() WHERE account_id = $1', [
    accountId,
  ])
}
