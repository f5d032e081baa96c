import { msUntil, type Queryable } from '@gleaner/db'
import { type Claim, createClaims } from '@gleaner/queue/claim'
import { type AskedMap, KIND, type MapKind } from './map.ts'

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

export const mapClaims = createClaims<ClaimedMap, 'id'>({
  table: 'site_map',
  as: 'site_map',
  key: { id: 'id' },
  returning: `id, account_id AS "accountId", api_key_id AS "apiKeyId", test, request, created_at AS "createdAt",
    ${msUntil('deadline_at')} AS "leftMs", fence, lost_leases AS "lostLeases"`,
})

/** Takes a map. */
export async function claimMap(sql: Queryable, id: string): Promise<Claim<ClaimedMap>> {
  return await mapClaims.take(sql, [id])
}
