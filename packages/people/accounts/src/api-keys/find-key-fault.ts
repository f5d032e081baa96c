import { hasCome, type Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { isAllowedFrom, plainAddress } from './allowed-addresses.ts'
import { CONSENT_STANDS, JOIN_MAKER, textStands } from './key-authority-sql.ts'

/** Why a key is not accepted. */
export type KeyFault =
  | 'unknown'
  | 'revoked'
  | 'replaced'
  | 'expired'
  | 'suspended'
  | 'consent_ended'
  | 'no_member'
  | 'wrong_address'

/** A key by its id and the generation of its text, or by the text; where it is used; and the account that it is to act for: without one, its own. */
export type KeyInQuestion = ({ apiKeyId: string; generation: number } | { key: string }) & {
  accountId?: string | undefined
  address: string
}

/** What is wrong with a key that is not accepted, to tell whoever holds it; undefined when it is good meanwhile. */
export async function findKeyFault(db: Queryable, inQuestion: KeyInQuestion): Promise<KeyFault | undefined> {
  const { accountId = null, address } = inQuestion
  const [apiKeyId, generation, hash] =
    'key' in inQuestion
      ? [null, null, storedHash(inQuestion.key)]
      : [inQuestion.apiKeyId, inQuestion.generation, null]
  const { rows } = await db.query<{ fault: KeyFault | null; allowedIps: string[] }>({
    name: 'find-key-fault',
    text: FIND_KEY_FAULT,
    values: [apiKeyId, hash, accountId, generation],
  })
  const [row] = rows
  if (!row) return 'unknown'
  if (row.fault) return row.fault
  return isAllowedFrom(plainAddress(address), row.allowedIps) ? undefined : 'wrong_address'
}

const FIND_KEY_FAULT = `
  SELECT CASE
    WHEN api_key.revoked_at IS NOT NULL THEN 'revoked'
    WHEN NOT ${textStands('used.generation')} THEN 'replaced'
    WHEN ${hasCome('api_key.expires_at')} THEN 'expired'
    WHEN own.blocked_at IS NOT NULL OR acting.blocked_at IS NOT NULL THEN 'suspended'
    WHEN NOT ${CONSENT_STANDS} THEN 'consent_ended'
    WHEN acting.id IS NULL OR (own.id <> acting.id AND membership.role IS NULL) THEN 'no_member' END AS fault,
    api_key.allowed_ips AS "allowedIps"
  FROM api_key
    JOIN account own ON own.id = api_key.account_id
    LEFT JOIN account acting ON acting.id = COALESCE($3::uuid, own.id)
    ${JOIN_MAKER}
    LEFT JOIN membership ON membership.user_id = maker.id AND membership.account_id = acting.id
    CROSS JOIN LATERAL (SELECT COALESCE($4::int, api_key.generation - (api_key.hash <> $2)::int) AS generation) AS used
  WHERE api_key.id = $1 OR api_key.hash = $2 OR api_key.previous_hash = $2`
