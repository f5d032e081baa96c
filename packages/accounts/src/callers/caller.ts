import { type RateLimits, rateLimitsOf, type SpendTier, spendTierOf, toCents } from '@gleaner/billing'
import type { Scope } from '@gleaner/contracts'

/** Whom a request acts for, and what that account may do. */
interface Acting {
  /** The account that owns what is read and pays for what is done. */
  accountId: string
  enterprise: boolean
  spendTier: SpendTier
  /** Those of the spend tier, or the operator's own for this account. */
  rateLimits: RateLimits
}

/** A program that has sent an API key. */
export interface KeyCaller extends Acting {
  kind: 'key'
  apiKeyId: string
  /** Who made the key; undefined for keys of the operator's making. */
  userId: string | undefined
  scopes: readonly Scope[]
  /** A test key: nothing leaves the service, nothing is charged. */
  test: boolean
}

/** A person who has signed in. */
export interface UserCaller extends Acting {
  kind: 'user'
  userId: string
  apiKeyId?: undefined
  test: false
}

export type Caller = KeyCaller | UserCaller

/** What both verifiers read of an account, by `ACCOUNT_COLUMNS`. */
export interface AccountRow {
  accountId: string
  enterprise: boolean
  blocked: boolean
  balanceMicros: bigint
  requestsPerMinute: number | null
  concurrentRequests: number | null
}

/** Columns of `account` and `balance` for `AccountRow`. */
export const ACCOUNT_COLUMNS = `
  account.id AS "accountId", account.enterprise, account.blocked_at IS NOT NULL AS blocked,
  balance.available_micros + balance.held_micros AS "balanceMicros",
  account.requests_per_minute AS "requestsPerMinute", account.concurrent_requests AS "concurrentRequests"`

export function actingFor(row: AccountRow): Acting {
  const { accountId, enterprise, balanceMicros } = row
  const spendTier = spendTierOf(toCents(balanceMicros), enterprise)
  return { accountId, enterprise, spendTier, rateLimits: rateLimitsOf(spendTier, row) }
}
