import type { Actor } from '@gleaner/audit-log'
import { msUntil, type Queryable } from '@gleaner/db'
import { type Claim, createClaims } from '@gleaner/queue/claim'
import type { AskedLogin, Times } from './manual-login.ts'

/** A login at hand, and the number that proves the claim. */
export interface ClaimedLogin {
  id: string
  accountId: string
  apiKeyId: string | null
  actor: Actor
  request: AskedLogin
  isOpened: boolean
  fence: number
}

export interface WantedLogin {
  accountId: string
  hasEnded: boolean
  /** Until its deadline, in ms. */
  leftMs: number
}

export async function readWanted(sql: Queryable, id: string): Promise<WantedLogin | undefined> {
  const { rows } = await sql.query<WantedLogin>(
    `SELECT account_id AS "accountId", ended_at IS NOT NULL AS "hasEnded", ${msUntil('deadline_at')} AS "leftMs"
     FROM manual_login WHERE id = $1`,
    [id],
  )
  return rows[0]
}

export const loginClaims = createClaims<ClaimedLogin, 'id'>({
  table: 'manual_login',
  as: 'manual_login',
  key: { id: 'id' },
  returning: `id, account_id AS "accountId", api_key_id AS "apiKeyId", actor, request, opened_at IS NOT NULL AS "isOpened", fence`,
})

export async function claimLogin(sql: Queryable, id: string): Promise<Claim<ClaimedLogin>> {
  return await loginClaims.take(sql, [id])
}

/** Its browser is there: from now on its person has time. Returns when that ends; undefined when the claim is lost. */
export async function markOpened(
  sql: Queryable,
  login: Pick<ClaimedLogin, 'id' | 'fence'>,
  { openMs }: Times,
): Promise<{ leftMs: number } | undefined> {
  const { rows } = await sql.query<{ leftMs: number }>(
    `UPDATE manual_login SET opened_at = now(), deadline_at = now() + $3 * interval '1 millisecond'
     WHERE ${loginClaims.isMine} RETURNING ${msUntil('deadline_at')} AS "leftMs"`,
    [...loginClaims.valuesOf(login), openMs],
  )
  return rows[0]
}
