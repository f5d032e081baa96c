import type { Session, SessionStatus } from '@gleaner/contracts'
import { msUntil } from '@gleaner/db'
import { ENDS_AT, expiryStatus, STATUS_NOW } from './session-expiry.ts'

/** What replies show of a row. */
export interface SessionRow {
  id: string
  accountId: string
  name: string
  domain: string
  cookieNames: string[]
  headerNames: string[]
  storageOrigins: string[]
  status: SessionStatus
  expiresAt: Date | null
  cookiesExpireAt: Date | null
  /** Until it ends, in ms; null: it has no end. */
  leftMs: number | null
  lastValidatedAt: Date | null
  validationConfidence: number | null
  consecutiveFailures: number
  lastUsedAt: Date | null
  totalRequests: bigint
  successfulRequests: bigint
  rejectedRequests: bigint
  notes: string | null
  organizationId: string | null
  createdAt: Date
  updatedAt: Date
}

/** Columns of `login_session` for `SessionRow`. */
export const SESSION_COLUMNS = `
  login_session.id, login_session.account_id AS "accountId", login_session.name, login_session.domain,
  login_session.cookie_names AS "cookieNames", login_session.header_names AS "headerNames",
  login_session.storage_origins AS "storageOrigins", ${STATUS_NOW} AS status,
  login_session.expires_at AS "expiresAt", login_session.cookies_expire_at AS "cookiesExpireAt",
  ${msUntil(ENDS_AT)} AS "leftMs",
  login_session.last_validated_at AS "lastValidatedAt", login_session.validation_confidence AS "validationConfidence",
  login_session.consecutive_failures AS "consecutiveFailures", login_session.last_used_at AS "lastUsedAt",
  login_session.total_requests AS "totalRequests", login_session.successful_requests AS "successfulRequests",
  login_session.rejected_requests AS "rejectedRequests", login_session.notes,
  login_session.organization_id AS "organizationId", login_session.created_at AS "createdAt",
  login_session.updated_at AS "updatedAt"`

/** A session as the account that asks sees it. */
export function showSession(row: SessionRow, accountId: string): Session {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    cookie_names: row.cookieNames,
    cookie_count: row.cookieNames.length,
    header_names: row.headerNames.length > 0 ? row.headerNames : null,
    storage_origins: row.storageOrigins,
    status: row.status,
    expires_at: toText(row.expiresAt),
    cookies_expire_at: toText(row.cookiesExpireAt),
    expiry_status: expiryStatus(row.leftMs),
    last_validated_at: toText(row.lastValidatedAt),
    validation_confidence: row.validationConfidence,
    consecutive_failures: row.consecutiveFailures,
    last_used_at: toText(row.lastUsedAt),
    total_requests: Number(row.totalRequests),
    successful_requests: Number(row.successfulRequests),
    success_rate: successRate(row),
    notes: row.notes,
    is_owner: row.accountId === accountId,
    organization_id: row.organizationId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** Percent, with one decimal, of the uses that tell something about the session. */
function successRate({ successfulRequests, rejectedRequests }: SessionRow): number {
  const judged = Number(successfulRequests + rejectedRequests)
  return judged === 0 ? 0 : Math.round((1000 * Number(successfulRequests)) / judged) / 10
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
