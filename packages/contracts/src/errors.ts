import type { ErrorReply } from './schemas/error-reply.ts'

/** Every error code a caller can meet, with the HTTP status it answers. */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  INVALID_JSON: 400,
  URL_NOT_ALLOWED: 400,
  SESSION_DOMAIN_MISMATCH: 400,
  SESSION_COOKIES_CONFLICT: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_BALANCE: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  JOB_EXPIRED: 410,
  SESSION_EXPIRED: 410,
  SESSION_INACTIVE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_CONTENT_TYPE: 415,
  ALL_TIERS_FAILED: 422,
  BUDGET_EXCEEDED: 422,
  EXTRACTION_FAILED: 422,
  OUTCOME_UNKNOWN: 422,
  RESOURCE_LIMIT_EXCEEDED: 422,
  IDEMPOTENCY_CONFLICT: 422,
  RATE_LIMITED: 429,
  CONCURRENCY_LIMITED: 429,
  SPEND_LIMIT_EXCEEDED: 429,
  SESSION_LIMIT_REACHED: 429,
  BATCH_LIMIT_REACHED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  QUEUE_UNAVAILABLE: 502,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One fault of a request: where it is (`advanced.cookies`) and what to do about it. */
export interface Issue {
  path: string
  message: string
}

/** An error meant for the caller: its code fixes the HTTP status, its message names the remedy. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

export function errorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: Record<string, unknown>,
): ErrorReply {
  return { error: code, message, detail: message, ...(details && { details }), request_id: requestId }
}
