import type { Queryable } from '@gleaner/db'
import { checkUnfinished, tooMuchAtOnce, WORK } from '@gleaner/queue/work'
import { IS_UNFINISHED, KIND, type MapKind } from './map.ts'

const NAMES: Record<MapKind, string> = { map: 'maps', estimate: 'estimates of crawls' }

/**
 * Throws CONCURRENCY_LIMITED when an account may not have another map of this kind unfinished: it has too many, or they may take so long that
 * this one would not get its place in time. Until the caller's transaction ends the account begins no other.
 */
export async function checkRoom(sql: Queryable, accountId: string, kind: MapKind): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ' of ' || $2, 0))", [kind, accountId])
  const { rows } = await sql.query<{ unfinished: number; seconds: number }>(
    `SELECT count(*)::int AS unfinished, COALESCE(sum((request->>'timeout')::float8), 0) AS seconds FROM site_map
     WHERE account_id = $1 AND ${IS_UNFINISHED} AND ${KIND} = $2`,
    [accountId, kind],
  )
  const { unfinished, seconds } = rows[0]!
  checkUnfinished(kind, unfinished, NAMES[kind])
  const row = WORK[kind]
  const waitMs = (seconds * 1_000) / row.share(row.places)
  if (waitMs <= row.longestWaitMs) return
  throw tooMuchAtOnce(
    kind,
    unfinished,
    `The ${unfinished} unfinished ${NAMES[kind]} of this account may take longer than another one waits (${row.longestWaitMs / 1_000} s); wait until some have finished, or give them a shorter timeout.`,
  )
}
