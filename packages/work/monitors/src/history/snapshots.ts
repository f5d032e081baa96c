import type { MonitorSnapshot, MonitorSnapshotList, MonitorSnapshotsQuery } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import type { Queryable } from '@gleaner/db'
import { keyOf } from '../checks/looked-at.ts'
import { readMonitorRow } from '../store/monitors.ts'
import { readKeptVersion, snapshotId } from './kept-version.ts'

interface VersionRow {
  chainId: string
  /** Its place in its chain, from 1. */
  place: number
  url: string
  takenAt: Date
  all: number
}

/** The versions of a monitor's pages, the newest first. Throws NOT_FOUND. */
export async function listSnapshots(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  { limit, offset, url }: MonitorSnapshotsQuery,
): Promise<MonitorSnapshotList> {
  await readMonitorRow(sql, accountId, monitorId)
  const { rows } = await sql.query<VersionRow>(
    `SELECT chain.id AS "chainId", version.place::int AS place, page.url, version.at AS "takenAt", count(*) OVER ()::int AS all
     FROM monitor_chain AS chain JOIN monitor_page AS page USING (monitor_id, key), unnest(chain.times) WITH ORDINALITY AS version(at, place)
     WHERE monitor_id = $1 AND ($4::bytea IS NULL OR key = $4) ORDER BY version.at DESC, chain.id, place DESC LIMIT $2 OFFSET $3`,
    [monitorId, limit, offset, url === undefined ? null : keyOf(url)],
  )
  const snapshots = rows.map((row) => ({
    id: snapshotId(row),
    url: row.url,
    taken_at: row.takenAt.toISOString(),
  }))
  return { snapshots, total: rows[0]?.all ?? 0, limit, offset }
}

/** One version of a page. Throws NOT_FOUND. */
export async function readSnapshot(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  id: string,
): Promise<MonitorSnapshot> {
  const { watch } = await readMonitorRow(sql, accountId, monitorId)
  const version = await readKeptVersion(sql, accountId, monitorId, id)
  if (!version) throw new ApiError('NOT_FOUND', 'There is no such version: GET .../snapshots lists them.')
  const isFields = watch.mode === 'fields'
  return {
    id,
    url: version.url,
    taken_at: version.takenAt.toISOString(),
    html: isFields ? null : version.text,
    fields: isFields ? JSON.parse(version.text) : null,
  }
}
