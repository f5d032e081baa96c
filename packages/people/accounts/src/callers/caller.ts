import { type RateLimits, rateLimitsOf, type SpendTier, spendTierOf, toCents } from '@gleaner/billing'
import type { Role, Scope } from '@gleaner/contracts'

/** Whom a request acts for, and what that account may do. */
interface Acting {
  /** The account that owns what is read and pays for what is done. */
  accountId: string
  /** What the caller may do in that account. Who acts for an account of their own is its owner. */
  role: Role
  enterprise: boolean
  /** What is held for running jobs included. */
  balanceMicros: bigint
  spendTier: SpendTier
  /** Those of the spend tier, or the operator's own for this account. */
  rateLimits: RateLimits
}

/** A program that has sent an API key. */
export interface KeyCaller extends Acting {
  kind: 'key'
  apiKeyId: string
  /** The person in whose place the key acts; undefined for keys of the operator's making, and for those of tools. */
  userId: string | undefined
  scopes: readonly Scope[]
  /** A test key: nothing leaves the service, nothing is charged. */
  test: boolean
  /** A tool was given it by a person's consent, and may do what that names. */
  isTool: boolean
  /** Which text of the key came: each rotation counts. */
  generation: number
  /** Where the request comes from, as `plainAddress` writes it, and where alone the key is taken from, if it is bound. */
  address: string
  allowedIps: readonly string[]
}

/** A person who has signed in. */
export interface UserCaller extends Acting {
  kind: 'user'
  userId: string
  /** The sign-in that the access token is of. */
  sessionId: string
  /** When the token ends. */
  expiresAt: Date
  /** Of this service: may call the endpoints of operators. */
  isOperator: boolean
  apiKeyId: null
  test: false
}

export type Caller = KeyCaller | UserCaller

/** What both verifiers read of an account, by `ACCOUNT_COLUMNS`. */
export interface AccountRow {
  accountId: string
  kind: 'personal' | 'organization'
  enterprise: boolean
  blocked: boolean
  balanceMicros: bigint
  requestsPerMinute: number | null
  concurrentRequests: number | null
}

/** Columns of `account` and `balance` for `AccountRow`. */
export const ACCOUNT_COLUMNS = `
  account.id AS "accountId", account.kind, account.enterprise, account.blocked_at IS NOT NULL AS blocked,
  balance.available_micros + balance.held_micros AS "balanceMicros",
  account.requests_per_minute AS "requestsPerMinute", account.concurrent_requests AS "concurrentRequests"`

/** `role` is that of a membership, where there is one. A key of an organization is every member's, and may do no more than each. */
export function actingFor(row: AccountRow, role?: Role): Acting {
  const { accountId, kind, enterprise, balanceMicros } = row
  const spendTier = spendTierOf(toCents(balanceMicros), enterprise)
  const own: Role = kind === 'organization' ? 'member' : 'owner'
  const rateLimits = rateLimitsOf(spendTier, row)
  return { accountId, role: role ?? own, enterprise, balanceMicros, spendTier, rateLimits }
}
