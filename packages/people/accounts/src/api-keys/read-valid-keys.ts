import { isAhead, type Queryable } from '@gleaner/db'
import type { KeyCaller } from '../callers/caller.ts'
import { isAllowedFrom } from './allowed-addresses.ts'
import { CONSENT_STANDS, JOIN_MAKER, textStands } from './key-authority-sql.ts'

/** A key, the account that it acts for, and where it is used. */
export type KeyInUse = Pick<KeyCaller, 'apiKeyId' | 'accountId' | 'generation' | 'address'>

/**
 * Which of these keys still stand for their callers, with one statement for all: in the order of `keys`, true or false. For whoever keeps
 * a connection open longer than a request; `createKeyVerifier` says what makes a key good.
 */
export async function readValidKeys(db: Queryable, keys: readonly KeyInUse[]): Promise<boolean[]> {
  const { rows } = await db.query<{ at: number; allowedIps: string[] }>({
    name: 'read-valid-keys',
    text: READ_VALID_KEYS,
    values: [
      keys.map((key) => key.apiKeyId),
      keys.map((key) => key.accountId),
      keys.map((key) => key.generation),
    ],
  })
  const allowed = rows.filter(({ at, allowedIps }) => isAllowedFrom(keys[at - 1]!.address, allowedIps))
  const valid = new Set(allowed.map(({ at }) => at))
  return keys.map((_, index) => valid.has(index + 1))
}

const READ_VALID_KEYS = `
  SELECT used.at::int, api_key.allowed_ips AS "allowedIps"
  FROM unnest($1::uuid[], $2::uuid[], $3::int[]) WITH ORDINALITY AS used(api_key_id, account_id, generation, at)
    JOIN api_key ON api_key.id = used.api_key_id AND api_key.revoked_at IS NULL
      AND (api_key.expires_at IS NULL OR ${isAhead('api_key.expires_at')}) AND ${CONSENT_STANDS}
      AND ${textStands('used.generation')}
    JOIN account own ON own.id = api_key.account_id AND own.blocked_at IS NULL
    JOIN account ON account.id = used.account_id AND account.blocked_at IS NULL
    ${JOIN_MAKER}
  WHERE used.account_id = api_key.account_id OR EXISTS (
    SELECT FROM membership WHERE membership.user_id = maker.id AND membership.account_id = used.account_id)`
