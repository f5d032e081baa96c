import { invalidRequest, type KeptVersions } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import type { Queryable } from '@gleaner/db'
import { keyOf } from '../checks/looked-at.ts'
import { readMonitorRow } from '../store/monitors.ts'
import { snapshotId } from './kept-version.ts'

/** Versions of one page, the oldest first; `total`: of all within the span. */
export interface FoundVersions {
  url: string
  versions: { id: string; takenAt: Date }[]
  total: number
}

/** Finds versions of a page that a monitor has kept. Throws NOT_FOUND, and INVALID_REQUEST where it keeps none that could be read, or several pages'. */
export async function findVersions(
  sql: Queryable,
  accountId: string,
  { monitorId, url, from, to, limit, offset }: KeptVersions,
): Promise<FoundVersions> {
  const { watch } = await readMonitorRow(sql, accountId, monitorId)
  if (watch.mode === 'fields') throw invalidRequest([{ path: 'monitor_id', message: FIELDS_ALONE }])
  const page = await findPage(sql, monitorId, url)
  const { rows } = await sql.query<{ chainId: string; place: number; takenAt: Date; total: number }>(
    `SELECT chain.id AS "chainId", version.place::int AS place, version.at AS "takenAt", count(*) OVER ()::int AS total
     FROM monitor_chain AS chain, unnest(chain.times) WITH ORDINALITY AS version(at, place)
     WHERE monitor_id = $1 AND key = $2 AND version.at >= COALESCE($3::timestamptz, '-infinity') AND version.at <= COALESCE($4::timestamptz, 'infinity')
     ORDER BY version.at, chain.id, place LIMIT $5 OFFSET $6`,
    [monitorId, page.key, from ?? null, to ?? null, limit, offset],
  )
  if (rows.length === 0)
    throw new ApiError('NOT_FOUND', 'No version of that page is kept within from, to, limit and offset.')
  return {
    url: page.url,
    versions: rows.map((row) => ({ id: snapshotId(row), takenAt: row.takenAt })),
    total: rows[0]!.total,
  }
}

const FIELDS_ALONE =
  'compares fields, and keeps their values alone: GET /monitors/{monitor_id}/snapshots/{snapshot_id} has them'

async function findPage(
  sql: Queryable,
  monitorId: string,
  url: string | undefined,
): Promise<{ key: Buffer; url: string }> {
  const { rows } = await sql.query<{ key: Buffer; url: string }>(
    `SELECT key, url FROM monitor_page AS page WHERE monitor_id = $1 AND ($2::bytea IS NULL OR key = $2)
       AND EXISTS (SELECT FROM monitor_chain AS chain WHERE chain.monitor_id = page.monitor_id AND chain.key = page.key) LIMIT 2`,
    [monitorId, url === undefined ? null : keyOf(url)],
  )
  if (rows.length > 1)
    throw invalidRequest([
      {
        path: 'url',
        message:
          'is required: this monitor keeps versions of several pages (GET /monitors/{monitor_id}/pages)',
      },
    ])
  if (rows[0]) return rows[0]
  throw new ApiError('NOT_FOUND', 'This monitor keeps no version of that page.')
}
