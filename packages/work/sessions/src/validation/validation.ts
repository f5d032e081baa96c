import type { Actor } from '@gleaner/audit-log'
import { isAhead } from '@gleaner/db'
import { ENDS_AT } from '../session-expiry.ts'
import { allows } from '../session-states.ts'

/** By plain requests first; in a browser where these tell nothing. */
export type ValidationStage = 'http' | 'browser'

/** How long a validation may take with all its waiting, in ms; then it ends and nothing is known. */
export const VALIDATION_MS = 5 * 60_000

/** A session is signed in when it is at least this sure. */
export const SURE_ENOUGH = 50

/** A validation that is under way. */
export interface OpenValidation {
  id: string
  sessionId: string
  accountId: string
  /** Of the session's secrets. */
  version: number
  actor: Actor
  stage: ValidationStage
  deadlineAt: Date
}

/** What a validation has found, as it is kept for who waits. Texts are the target's: cut, and without the session's secrets. */
export interface Observation {
  /** Whether the answers told anything; otherwise nothing is known, and the session stays as it was. */
  isConclusive: boolean
  /** 0 to 100: how sure it is that the session is signed in. */
  confidence: number
  /** Of the answer to the session's request; 0: there was none. */
  httpStatus: number
  detectedUser: string | null
  /** ISO 8601 */
  cookieExpiry: string | null
  isExpirySoon: boolean
  accountLinks: string[]
  userElements: string[]
  details: string
}

/** Observation of a validation that could not ask, or did not get to an answer. */
export function nothingKnown(details: string, httpStatus = 0): Observation {
  return {
    isConclusive: false,
    confidence: SURE_ENOUGH,
    httpStatus,
    detectedUser: null,
    cookieExpiry: null,
    isExpirySoon: false,
    accountLinks: [],
    userElements: [],
    details,
  }
}

/** SQL condition on a row of `login_session`: a validation can tell something about it; it is neither deleted nor past its time. */
export const IS_LIVE = `(${allows('expire')} AND (${isAhead(ENDS_AT)} OR ${ENDS_AT} IS NULL))`

/** An open validation's columns, of `validation` and its `login_session`. */
export const OPEN_COLUMNS = `validation.id, validation.session_id AS "sessionId", login_session.account_id AS "accountId",
  validation.version, validation.actor, validation.stage, validation.deadline_at AS "deadlineAt"`
