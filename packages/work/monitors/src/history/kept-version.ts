import { readVersion } from '@gleaner/changes'
import type { Queryable } from '@gleaner/db'

/** A version is named by its chain and its place there. */
export const snapshotId = ({ chainId, place }: { chainId: string; place: number }) => `${chainId}.${place}`
const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,6})$/

/** One version of a page of the account's own as it is kept; undefined when it is not, or not any more. */
export async function readKeptVersion(
  sql: Queryable,
  accountId: string,
  monitorId: string,
  snapshotId: string,
): Promise<{ url: string; takenAt: Date; text: string } | undefined> {
  const [, chainId, place] = ID.exec(snapshotId) ?? []
  const { rows } = await sql.query<{
    full: Buffer
    deltas: Buffer
    length: number
    url: string
    takenAt: Date | null
  }>(
    `SELECT first_version AS "full", deltas, cardinality(times) AS length, page.url, times[$3] AS "takenAt"
     FROM monitor_chain AS chain JOIN monitor_page AS page USING (monitor_id, key)
     WHERE monitor_id = $1 AND chain.id = $2 AND chain.account_id = $4`,
    [monitorId, chainId ?? null, Number(place ?? 0), accountId],
  )
  const [row] = rows
  if (!row?.takenAt) return undefined
  return { url: row.url, takenAt: row.takenAt, text: readVersion(row, Number(place) - 1) }
}
