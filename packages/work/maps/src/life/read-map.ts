import { RETENTION } from '@gleaner/contracts/limits'
import { type SentLabels, sentLabels } from '@gleaner/contracts/schemas/labels'
import { ago, expire, hasCome, type Queryable } from '@gleaner/db'
import { HOUR_MS } from '@gleaner/runtime/units'
import type { EndedMap } from './map.ts'

/** One that is made, as its caller calls it. */
export interface MapUnderWay {
  labels: SentLabels
}

/** A map of the account: ended, or while it is made. Null: there is none, or none any more. */
export async function readMap(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<EndedMap | MapUnderWay | null> {
  const { rows } = await sql.query<EndedMap & { request: SentLabels; hasEnded: boolean }>(
    `SELECT id, error, bytes, request, ended_at IS NOT NULL OR ${hasCome('deadline_at')} AS "hasEnded" FROM site_map
     WHERE id = $1 AND account_id = $2 AND created_at > ${ago(RETENTION.resultMs)}`,
    [id, accountId],
  )
  const [row] = rows
  if (!row) return null
  const { hasEnded, request, ...map } = row
  return hasEnded ? map : { labels: sentLabels(request) }
}

/** The reply of a delivered map as UTF-8, a piece at a time. Throws when it was purged meanwhile. */
export async function* readPieces(
  sql: Queryable,
  { id, bytes }: Pick<EndedMap, 'id' | 'bytes'>,
): AsyncGenerator<Buffer, void, undefined> {
  let sent = 0
  for (let seq = 0; sent < bytes; seq++) {
    // Text of base64 is read faster than bytea's own form.
    const { rows } = await sql.query<{ piece: string }>(
      "SELECT encode(piece, 'base64') AS piece FROM site_map_piece WHERE map_id = $1 AND seq = $2",
      [id, seq],
    )
    if (!rows[0]) throw new Error('the map is past its retention')
    const piece = Buffer.from(rows[0].piece, 'base64')
    sent += piece.length
    yield piece
  }
}

/** Maps past their retention; an hour later, as one may be read just then. */
export const MAP_PURGES = [
  expire({
    name: 'maps',
    table: 'site_map',
    by: 'created_at',
    before: ago(RETENTION.resultMs + HOUR_MS),
  }),
]
