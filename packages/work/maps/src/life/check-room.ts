import { lockKind, type Queryable } from '@gleaner/db'
import { checkUnfinished } from '@gleaner/queue/work'
import { IS_UNFINISHED, KIND, type MapKind } from './map.ts'

const NAMES: Record<MapKind, string> = { map: 'maps', estimate: 'estimates of crawls' }

/**
 * Throws CONCURRENCY_LIMITED when an account has as many unfinished maps of a kind as may be. Returns how long those that it has may take
 * one after the other, in seconds. Until the caller's transaction ends the account begins no other.
 */
export async function checkRoom(sql: Queryable, accountId: string, kind: MapKind): Promise<number> {
  await lockKind(sql, kind, accountId)
  const { rows } = await sql.query<{ unfinished: number; seconds: number }>(
    `SELECT count(*)::int AS unfinished, COALESCE(sum((request->>'timeout')::float8), 0) AS seconds FROM site_map
     WHERE account_id = $1 AND ${IS_UNFINISHED} AND ${KIND} = $2`,
    [accountId, kind],
  )
  const { unfinished, seconds } = rows[0]!
  checkUnfinished(kind, unfinished, NAMES[kind])
  return seconds
}
