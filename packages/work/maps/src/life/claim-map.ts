import { hasCome, msUntil, type Queryable } from '@gleaner/db'
import { type AskedMap, KIND, type MapKind } from './map.ts'

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
  /** Until its deadline, in ms. */
  leftMs: number
  fence: number
  /** Times a crawler vanished with it. */
  lostLeases: number
}

export type MapClaim =
  | { kind: 'claimed'; map: ClaimedMap }
  /** Another crawler holds it, for at most so many ms. */
  | { kind: 'held'; ms: number }
  /** It has ended: the message is stale. */
  | { kind: 'stale' }

/** A map that a message asks for, before it is claimed. */
export interface WantedMap {
  accountId: string
  kind: MapKind
  hasEnded: boolean
  /** Until its deadline, in ms. */
  leftMs: number
}

/** Undefined: there is no such map any more. */
export async function readWanted(sql: Queryable, id: string): Promise<WantedMap | undefined> {
  const { rows } = await sql.query<WantedMap>(
    `SELECT account_id AS "accountId", ${KIND} AS kind, ended_at IS NOT NULL AS "hasEnded", ${msUntil('deadline_at')} AS "leftMs"
     FROM site_map WHERE id = $1`,
    [id],
  )
  return rows[0]
}

/** Takes a map. */
export async function claimMap(sql: Queryable, id: string): Promise<MapClaim> {
  const { rows } = await sql.query<ClaimedMap>(CLAIM, [id])
  if (rows[0]) return { kind: 'claimed', map: rows[0] }
  const held = await sql.query<{ ms: number | null }>(
    `SELECT ${msUntil('lease_until')} AS ms FROM site_map WHERE id = $1 AND ended_at IS NULL`,
    [id],
  )
  const ms = held.rows[0]?.ms ?? undefined
  return ms === undefined ? { kind: 'stale' } : { kind: 'held', ms }
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
  WHERE id = $1 AND ended_at IS NULL AND (lease_until IS NULL OR ${hasCome('lease_until')})
  RETURNING id, account_id AS "accountId", api_key_id AS "apiKeyId", test, request, created_at AS "createdAt",
    ${msUntil('deadline_at')} AS "leftMs", fence, lost_leases AS "lostLeases"`
