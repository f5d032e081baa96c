import type { ErrorCode } from '@gleaner/contracts/errors'
import type {
  ManualLogin,
  ManualLoginCreate,
  ManualLoginStatus,
} from '@gleaner/contracts/schemas/manual-logins'
import type { Pool } from '@gleaner/db'
import type { Producer, PubSub } from '@gleaner/queue'
import { WORK } from '@gleaner/queue/work'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What the life of a login by hand needs. */
export interface ManualLoginsContext {
  pool: Pool
  producer: Pick<Producer, 'add' | 'bringForward'>
  pubSub: PubSub
  secretBox: SecretBox
}

/** As it is stored: what is not given is what the caller would have given. */
export type AskedLogin = Omit<ManualLoginCreate, 'origin' | 'name' | 'domain'> & {
  name: string
  domain: string
}

/** How long a browser is waited for, a person may take, and nothing may be done. In ms. */
export const WAIT_MS = 60_000
export const OPEN_MS = WORK['manual-login'].longestMs
export const IDLE_MS = 3 * 60_000

/** How long a browser stays open, and how long without a hand. */
export interface Times {
  openMs: number
  idleMs: number
}
export const TIMES: Times = { openMs: OPEN_MS, idleMs: IDLE_MS }
/** What is held outlives the login by this: for settling it. */
export const GRACE_MS = 60_000

/** How one ends. Of those that failed nothing is charged. */
export type Outcome = Exclude<ManualLoginStatus, 'waiting' | 'open'>

export interface LoginError {
  code: ErrorCode
  message: string
}

export const LOST: LoginError = {
  code: 'INTERNAL',
  message: 'The browser was lost. Nothing was charged: begin another login.',
}
export const NO_BROWSER: LoginError = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'No browser was free in time. Nothing was charged: try again in a few minutes.',
}
export const RESTARTED: LoginError = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The browser’s service restarted. Nothing was charged: begin another login.',
}

/** Columns of `ManualLoginRow`. */
export const COLUMNS = `id, account_id AS "accountId", request, created_at AS "createdAt", deadline_at AS "deadlineAt", opened_at AS "openedAt",
  ended_at AS "endedAt", outcome, error, session_id AS "sessionId", keep_error AS "keepError", keep IS NOT NULL AS "isKeeping"`

export interface ManualLoginRow {
  id: string
  accountId: string
  request: AskedLogin
  createdAt: Date
  deadlineAt: Date
  openedAt: Date | null
  endedAt: Date | null
  outcome: Outcome | null
  error: LoginError | null
  sessionId: string | null
  keepError: (LoginError & { details?: Record<string, unknown> }) | null
  isKeeping: boolean
}

export function statusOf({ endedAt, outcome, openedAt }: ManualLoginRow): ManualLoginStatus {
  if (endedAt) return outcome ?? 'failed'
  return openedAt ? 'open' : 'waiting'
}

export function presentLogin(row: ManualLoginRow): ManualLogin {
  const { id, request, error, sessionId, createdAt, openedAt, deadlineAt, endedAt } = row
  const { url, name, domain, mobile } = request
  return {
    id,
    url: url.split(/[?#]/, 1)[0]!,
    name,
    domain,
    mobile,
    status: statusOf(row),
    error: error && { code: error.code, message: error.message },
    session_id: sessionId,
    created_at: createdAt.toISOString(),
    opened_at: openedAt?.toISOString() ?? null,
    ends_at: deadlineAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}
