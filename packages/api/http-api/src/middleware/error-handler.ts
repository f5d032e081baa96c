import { ApiError, HEADERS } from '@gleaner/contracts'
import { PASSES_AFTER_SECONDS } from '@gleaner/contracts/error-codes'
import { CommitUnknown, isDatabaseUnavailable } from '@gleaner/db'
import { DeadlineExceeded } from '@gleaner/runtime/deadline'
import type { NextFunction, Request, Response } from 'express'
import { abortResponse, ClientClosed } from '../client-closed.ts'
import type { ApiContext } from '../context.ts'
import { loggedRequest } from './request-id.ts'
import { type ErrorSenders, sendError } from './send-error.ts'

/** The rest of a body that was refused half-way is not read; the connection cannot be used again. */
const ENDS_CONNECTION: ReadonlySet<number> = new Set([408, 413])

/** The one place where an error becomes a reply. What is not meant for callers is logged and stays here. */
export function handleErrors({ logger }: Pick<ApiContext, 'logger'>, formats: ErrorSenders = {}) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (error instanceof ClientClosed) {
      response.destroy()
      return
    }
    const apiError = toApiError(error)
    if (apiError.status >= 500) {
      const fields = { err: error, ...loggedRequest(request, response) }
      logger[apiError.code === 'INTERNAL' ? 'error' : 'warn'](fields, 'a request failed')
    }
    if (response.headersSent) {
      abortResponse(response, apiError.status)
      return
    }
    const retryAfter = retryAfterOf(apiError)
    if (retryAfter !== undefined) response.setHeader(HEADERS.retryAfter, retryAfter)
    if (ENDS_CONNECTION.has(apiError.status)) response.setHeader('Connection', 'close')
    sendError(apiError, request, response, formats)
  }
}

/** Seconds after which a request may be repeated. */
export function retryAfterOf({ code, details }: ApiError): number | undefined {
  const { retry_after_seconds } = details ?? {}
  return typeof retry_after_seconds === 'number' ? retry_after_seconds : PASSES_AFTER_SECONDS[code]
}

/** What a caller is told of an error, whatever it is. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof CommitUnknown) {
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The database did not confirm this request, which may have been carried out. Look before you repeat it; with an Idempotency-Key it can be repeated safely.',
    )
  }
  if (isDatabaseUnavailable(error)) {
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The database is not reachable; the request was not accepted. Repeat it in a moment.',
    )
  }
  // The longest time of a kind of work has passed, in whichever request that is done.
  if (error instanceof DeadlineExceeded) {
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The work on this request took longer than it may. Repeat it in a moment, or ask for less at once.',
    )
  }
  // The router's own, for a path such as `/jobs/%zz`.
  if (error instanceof URIError)
    return new ApiError('INVALID_REQUEST', 'The path is not correctly URL-encoded.')
  return new ApiError('INTERNAL', 'Something went wrong on our side; the request id helps to find out what.')
}
