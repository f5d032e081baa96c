import type { Queryable } from '@gleaner/db'
import type { AskedMap } from './map.ts'

/** How long a claim holds without being renewed: a crawler that is killed gives its maps back after this time. */
export const MAP_LEASE_MS = 8_000

/** A map at hand, and the number that proves the claim. */
export interface ClaimedMap {
  id: string
  accountId: string
  apiKeyId: string | null
  test: boolean
  request: AskedMap
  createdAt: Date
  deadlineAt: Date
  fence: number
  /** Times a crawler vanished with it. */
  lostLeases: number
}

export type MapClaim =
  | { kind: 'claimed'; map: ClaimedMap }
  /** Another crawler holds it, until at most the given time. */
  | { kind: 'held'; until: Date }
  /** It has ended: the message is stale. */
  | { kind: 'stale' }

/** Takes a map. */
export async function claimMap(sql: Queryable, id: string): Promise<MapClaim> {
  const { rows } = await sql.query<ClaimedMap>(CLAIM, [id])
  if (rows[0]) return { kind: 'claimed', map: rows[0] }
  const held = await sql.query<{ until: Date | null }>(
    'SELECT lease_until AS until FROM site_map WHERE id = $1 AND ended_at IS NULL',
    [id],
  )
  const until = held.rows[0]?.until
  return until ? { kind: 'held', until } : { kind: 'stale' }
}

/** Keeps a claim for another while. False: another crawler has it, or it has ended, as its caller went away. */
export async function renewMap(
  sql: Queryable,
  { id, fence }: Pick<ClaimedMap, 'id' | 'fence'>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE site_map SET lease_until = ${LEASE_END} WHERE id = $1 AND fence = $2 AND ended_at IS NULL`,
    [id, fence],
  )
  return rowCount === 1
}

/** Gives a claim back, so that the next delivery of its message finds it free. */
export async function releaseMap(
  sql: Queryable,
  { id, fence }: Pick<ClaimedMap, 'id' | 'fence'>,
): Promise<void> {
  await sql.query(
    'UPDATE site_map SET lease_until = NULL WHERE id = $1 AND fence = $2 AND ended_at IS NULL',
    [id, fence],
  )
}

const LEASE_END = `now() + ${MAP_LEASE_MS} * interval '1 millisecond'`

const CLAIM = `
  UPDATE site_map SET fence = fence + 1, lease_until = ${LEASE_END}, lost_leases = lost_leases + (lease_until IS NOT NULL)::int
  WHERE id = $1 AND ended_at IS NULL AND (lease_until IS NULL OR lease_until < now())
  RETURNING id, account_id AS "accountId", api_key_id AS "apiKeyId", test, request, created_at AS "createdAt",
    deadline_at AS "deadlineAt", fence, lost_leases AS "lostLeases"`
