import type { Mask } from '@gleaner/changes'
import type { Queryable } from '@gleaner/db'
import type { StoredChain } from '../judging/messages.ts'
import { IS_LASTING } from '../pictures/keep-picture.ts'
import type { TakenCheck } from './claim-check.ts'

/** What a monitor knows of a page. */
export interface KnownPage {
  key: Buffer
  url: string
  isGone: boolean
  missing: number
  /** The check that it was judged by last. */
  runId: string
  /** What its latest version looks like, where that is known. */
  pictureId: string | null
  /** That may be shown beside a change for as long as it is told. */
  isPictureLasting: boolean
}

export async function readKnownPages(sql: Queryable, monitorId: string): Promise<Map<string, KnownPage>> {
  const { rows } = await sql.query<KnownPage>(
    `SELECT page.key, page.url, page.is_gone AS "isGone", page.missing, page.run_id AS "runId", picture.id AS "pictureId",
       COALESCE(${IS_LASTING}, false) AS "isPictureLasting"
     FROM monitor_page AS page LEFT JOIN monitor_picture AS picture ON picture.id = page.picture_id WHERE page.monitor_id = $1`,
    [monitorId],
  )
  return new Map(rows.map((row) => [row.key.toString('hex'), row]))
}

/** The versions and the noise of a page; nothing of one that is not known. */
export async function readVersions(
  sql: Queryable,
  { monitorId }: Pick<TakenCheck, 'monitorId'>,
  key: Buffer,
): Promise<{ mask: Mask | undefined; chain: StoredChain | undefined }> {
  const { rows } = await sql.query<{
    mask: Mask | null
    full: Buffer | null
    deltas: Buffer | null
    length: number | null
  }>(
    `SELECT mask, first_version AS "full", deltas, cardinality(times) AS length
     FROM monitor_page AS page LEFT JOIN monitor_chain AS chain
       ON chain.monitor_id = page.monitor_id AND chain.key = page.key AND chain.ended_at IS NULL
     WHERE page.monitor_id = $1 AND page.key = $2`,
    [monitorId, key],
  )
  const [row] = rows
  const chain = row?.full ? { full: row.full, deltas: row.deltas!, length: row.length! } : undefined
  return { mask: row?.mask ?? undefined, chain }
}
