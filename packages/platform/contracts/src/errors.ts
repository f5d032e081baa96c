import { ERROR_STATUS, type ErrorCode } from './error-codes.ts'
import type { ErrorReply } from './schemas/error-reply.ts'

export { ERROR_STATUS, type ErrorCode } from './error-codes.ts'

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
