import type { ErrorCode } from '@gleaner/contracts/errors'
import { DoorError } from './door-error.ts'
import { inTheirWords } from './translate/in-their-words.ts'

interface TheirError {
  status: number
  code: string
}

const BAD_REQUEST: TheirError = { status: 400, code: 'BAD_REQUEST' }
const NOT_FOUND: TheirError = { status: 404, code: 'NOT_FOUND' }
const CONFLICT: TheirError = { status: 409, code: 'CONFLICT' }
const RATE_LIMIT: TheirError = { status: 429, code: 'RATE_LIMIT_EXCEEDED' }
const FAILED: TheirError = { status: 422, code: 'SCRAPE_ALL_ENGINES_FAILED' }

/** How each error of our endpoints is told here. What has expired is not there any more for these clients. */
export const TOLD_ERRORS: Readonly<Record<ErrorCode, TheirError>> = {
  INVALID_REQUEST: BAD_REQUEST,
  INVALID_JSON: { status: 400, code: 'BAD_REQUEST_INVALID_JSON' },
  URL_NOT_ALLOWED: BAD_REQUEST,
  SESSION_DOMAIN_MISMATCH: BAD_REQUEST,
  SESSION_COOKIES_CONFLICT: BAD_REQUEST,
  UNAUTHENTICATED: { status: 401, code: 'UNAUTHORIZED' },
  INSUFFICIENT_BALANCE: { status: 402, code: 'INSUFFICIENT_CREDITS' },
  FORBIDDEN: { status: 403, code: 'FORBIDDEN' },
  NOT_FOUND,
  JOB_NOT_FOUND: NOT_FOUND,
  SESSION_NOT_FOUND: NOT_FOUND,
  METHOD_NOT_ALLOWED: NOT_FOUND,
  REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT' },
  CONFLICT,
  CANCELLED: CONFLICT,
  IDEMPOTENCY_IN_PROGRESS: CONFLICT,
  IDEMPOTENCY_CONFLICT: CONFLICT,
  JOB_EXPIRED: NOT_FOUND,
  SESSION_EXPIRED: BAD_REQUEST,
  SESSION_INACTIVE: BAD_REQUEST,
  PAYLOAD_TOO_LARGE: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  UNSUPPORTED_CONTENT_TYPE: { status: 415, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' },
  ALL_TIERS_FAILED: FAILED,
  BUDGET_EXCEEDED: FAILED,
  EXTRACTION_FAILED: { status: 422, code: 'SCRAPE_EXTRACTION_FAILED' },
  OUTCOME_UNKNOWN: FAILED,
  RESOURCE_LIMIT_EXCEEDED: FAILED,
  RATE_LIMITED: RATE_LIMIT,
  CONCURRENCY_LIMITED: RATE_LIMIT,
  SPEND_LIMIT_EXCEEDED: RATE_LIMIT,
  SESSION_LIMIT_REACHED: RATE_LIMIT,
  BATCH_LIMIT_REACHED: RATE_LIMIT,
  CRAWL_LIMIT_REACHED: RATE_LIMIT,
  INTERNAL: { status: 500, code: 'UNKNOWN_ERROR' },
  NOT_IMPLEMENTED: { status: 501, code: 'NOT_IMPLEMENTED' },
  QUEUE_UNAVAILABLE: { status: 502, code: 'UNAVAILABLE' },
  SERVICE_UNAVAILABLE: { status: 503, code: 'UNAVAILABLE' },
}

/** An error of ours, as a reply holds it. */
export interface OurError {
  error?: string
  message?: string
  details?: Record<string, unknown> | undefined
}

/** How an error of ours is told here; `seconds`: of its `Retry-After`. */
export function theirError(error: OurError, status: number, seconds?: number): DoorError {
  const { details } = error
  const { [error.error as ErrorCode]: theirs = { status, code: 'UNKNOWN_ERROR' } } = TOLD_ERRORS
  const message = error.message ?? 'Something went wrong.'
  if (theirs === FAILED && isTimeout(details))
    return new DoorError(408, 'SCRAPE_TIMEOUT', message, { details })
  const retryAfter = seconds ?? (theirs === RATE_LIMIT ? 1 : undefined)
  if (retryAfter !== undefined)
    return new DoorError(theirs.status, theirs.code, message, {
      details: { ...details, retryAfter },
      retryAfter,
    })
  const { issues } = (details ?? {}) as { issues?: { path: string; message: string }[] }
  return new DoorError(theirs.status, theirs.code, inTheirWords(message), {
    details:
      issues?.map((issue) => ({
        code: 'custom',
        path: inTheirWords(issue.path).split('.'),
        message: inTheirWords(issue.message),
      })) ?? details,
  })
}

/** Whether time was what the last attempt has lacked. */
function isTimeout(details: Record<string, unknown> | undefined): boolean {
  const attempts = (details?.billing as { escalations?: { error?: string }[] } | undefined)?.escalations
  return /time(d )?.?out/i.test(attempts?.at(-1)?.error ?? String(details?.reason ?? ''))
}
