import { chargeCall, releaseCall } from '@gleaner/billing'
import { ApiError } from '@gleaner/contracts/errors'
import { type Pool, type Queryable, storableJson, transaction } from '@gleaner/db'
import { END } from '@gleaner/queue/claim'
import { announceMap } from './await-map.ts'
import { type ClaimedMap, mapClaims } from './claim-map.ts'
import { isCharged, type MapError, type MapsContext } from './map.ts'

/** Which claim ends a map. */
type Fenced = Pick<ClaimedMap, 'id' | 'fence'>

/**
 * Delivers a map: its reply, piece by piece, and its price, in one transaction. What cannot be paid any more ends without a reply. False:
 * it has ended, or another crawler has it; nothing was charged then. May be repeated.
 */
export async function deliverMap(
  pool: Pool,
  map: Fenced & Pick<ClaimedMap, 'accountId' | 'apiKeyId' | 'test' | 'request'>,
  pieces: readonly Uint8Array[],
): Promise<boolean> {
  const { id, accountId, apiKeyId } = map
  try {
    return await transaction(pool, async (sql) => {
      if (!(await end(sql, map, null, bytesOf(pieces)))) return false
      for (const [seq, piece] of pieces.entries())
        await sql.query('INSERT INTO site_map_piece (map_id, seq, piece) VALUES ($1, $2, $3)', [
          id,
          seq,
          piece,
        ])
      if (isCharged(map)) await chargeCall(sql, { id, accountId, apiKeyId, kind: 'map' })
      return true
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return await failMap(pool, map, error)
  }
}

/** Ends a map without a reply, and gives its price back. False: it has ended, or another crawler has it. */
export async function failMap(pool: Pool, map: Fenced, error: MapError): Promise<boolean> {
  const { code, message, details } = error
  return await transaction(pool, async (sql) => {
    const hasEnded = await end(sql, map, { code, message, details }, 0)
    if (hasEnded) await releaseCall(sql, map.id)
    return hasEnded
  })
}

async function end(sql: Queryable, map: Fenced, error: MapError | null, bytes: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE site_map SET ${END}, error = $3, bytes = $4 WHERE ${mapClaims.isMine}`,
    [...mapClaims.valuesOf(map), error && storableJson(error), bytes],
  )
  return rowCount === 1
}

/** Ends a map that nobody waits for any more, and gives its price back. Whoever makes it is told, and lets go. */
export async function abandonMap(
  { pool, pubSub }: Pick<MapsContext, 'pool' | 'pubSub'>,
  id: string,
  error: MapError,
): Promise<void> {
  const isAbandoned = await transaction(pool, async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE site_map SET ${END}, error = $2 WHERE id = $1 AND ended_at IS NULL`,
      [id, storableJson(error)],
    )
    if (rowCount === 1) await releaseCall(sql, id)
    return rowCount === 1
  })
  if (isAbandoned) announceMap(pubSub, id)
}

function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
