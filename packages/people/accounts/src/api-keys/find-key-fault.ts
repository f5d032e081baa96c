import { hasCome, type Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { CONSENT_STANDS, JOIN_MAKER } from './key-authority-sql.ts'

/** Why a key is not accepted. */
export type KeyFault = 'unknown' | 'revoked' | 'expired' | 'suspended' | 'consent_ended' | 'no_member'

/** A key by its id or its text, and the account that it is to act for; without one, its own. */
export interface KeyInQuestion {
  apiKeyId?: string
  key?: string
  accountId?: string | undefined
}

/** What is wrong with a key that is not accepted, to tell whoever holds it; undefined when it is good meanwhile. */
export async function findKeyFault(
  db: Queryable,
  { apiKeyId, key, accountId }: KeyInQuestion,
): Promise<KeyFault | undefined> {
  const { rows } = await db.query<{ fault: KeyFault | null }>({
    name: 'find-key-fault',
    text: FIND_KEY_FAULT,
    values: [apiKeyId ?? null, key === undefined ? null : storedHash(key), accountId ?? null],
  })
  return rows[0] ? (rows[0].fault ?? undefined) : 'unknown'
}

const FIND_KEY_FAULT = `
  SELECT CASE
    WHEN api_key.revoked_at IS NOT NULL THEN 'revoked'
    WHEN ${hasCome('api_key.expires_at')} THEN 'expired'
    WHEN own.blocked_at IS NOT NULL OR acting.blocked_at IS NOT NULL THEN 'suspended'
    WHEN NOT ${CONSENT_STANDS} THEN 'consent_ended'
    WHEN acting.id IS NULL OR (own.id <> acting.id AND membership.role IS NULL) THEN 'no_member' END AS fault
  FROM api_key
    JOIN account own ON own.id = api_key.account_id
    LEFT JOIN account acting ON acting.id = COALESCE($3::uuid, own.id)
    ${JOIN_MAKER}
    LEFT JOIN membership ON membership.user_id = maker.id AND membership.account_id = acting.id
  WHERE api_key.id = $1 OR api_key.hash = $2`
