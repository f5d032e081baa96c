import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { parseApiKey } from '@gleaner/security/api-key'
import { storedHash } from './api-keys.ts'

/** Who is calling, and with what. */
export interface Caller {
  accountId: string
  apiKeyId: string
  /** The key is a test key: nothing leaves the service, nothing is charged. */
  test: boolean
  enterprise: boolean
}

export interface KeyVerifier {
  /** The caller that an `X-API-Key` value stands for; throws UNAUTHENTICATED. */
  verify(key: string | undefined): Promise<Caller>
}

/**
 * How long a verified key is trusted without asking the database again: the longest that a revoked key still works.
 * Revocation is to be felt at once, so this saves bursts of requests their look-up, and no more.
 */
const TRUST_MS = 2_000
const TRUSTED_KEYS_MAX = 10_000

/**
 * Verifies keys against Postgres, with a short memory for keys that are good. By SQL, as every request comes by here:
 * 0.06 ms of processor time for each look-up, which Prisma makes 0.33 ms.
 */
export function createKeyVerifier(db: Queryable): KeyVerifier {
  const trusted = new Map<string, { caller: Caller; until: number }>()

  return {
    async verify(key) {
      if (!key) throw unauthenticated('Send your API key in the X-API-Key header.')
      const known = trusted.get(key)
      if (known && known.until > Date.now()) return known.caller

      // Mistyped and made-up keys end here, without a query.
      if (!parseApiKey(key))
        throw unauthenticated('This is not an API key of this service; check it for typing errors.')
      const caller = await lookUp(db, key)
      if (!caller) throw unauthenticated('This API key does not exist or was revoked.')
      remember(trusted, key, caller)
      return caller
    },
  }
}

async function lookUp(db: Queryable, key: string): Promise<Caller | undefined> {
  const { rows } = await db.query<Caller>({
    name: 'verify-key',
    text: `
      SELECT api_key.account_id AS "accountId", api_key.id AS "apiKeyId", api_key.test, account.enterprise
      FROM api_key JOIN account ON account.id = api_key.account_id
      WHERE api_key.hash = $1 AND api_key.revoked_at IS NULL`,
    values: [storedHash(key)],
  })
  return rows[0]
}

function remember(
  trusted: Map<string, { caller: Caller; until: number }>,
  key: string,
  caller: Caller,
): void {
  if (trusted.size >= TRUSTED_KEYS_MAX) trusted.clear()
  trusted.set(key, { caller, until: Date.now() + TRUST_MS })
}

function unauthenticated(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message)
}
