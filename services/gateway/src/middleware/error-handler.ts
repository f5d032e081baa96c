import { ApiError, errorBody } from '@gleaner/contracts'
import { isDatabaseUnavailable } from '@gleaner/db'
import { maskLogins } from '@gleaner/runtime'
import type { NextFunction, Request, Response } from 'express'
import type { Context } from '../context.ts'
import { requestIdOf } from './request-id.ts'
import { truncateError } from './truncate-error.ts'

const RETRY_AFTER_SECONDS = '2'
const LOGGED_PATH_CHARS = 500

/** The one place where an error becomes a reply. What is not meant for callers is logged and stays here. */
export function handleErrors({ logger }: Pick<Context, 'logger'>) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (isHangUp(error, request)) {
      response.destroy()
      return
    }
    const requestId = requestIdOf(response)
    const apiError = toApiError(error)
    if (apiError.status >= 500) {
      const fields = {
        err: error,
        requestId,
        method: request.method,
        path: request.path.slice(0, LOGGED_PATH_CHARS),
      }
      logger[apiError.code === 'INTERNAL' ? 'error' : 'warn'](fields, 'a request failed')
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (apiError.status === 502 || apiError.status === 503)
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
    // The rest of a body that was refused half-way is not read; the connection cannot be used again.
    if (apiError.status === 413) response.setHeader('Connection', 'close')
    const { billing } = apiError.details ?? {}
    const reply = truncateError({
      ...errorBody(apiError.code, apiError.message, requestId, apiError.details),
      ...(billing !== undefined && { billing }),
    })
    // A message may quote what was sent (an unknown field's name, a path): an address in it keeps its login to itself.
    response
      .status(apiError.status)
      .type('application/json')
      .send(maskLogins(JSON.stringify(reply)))
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The database is not reachable; the request was not accepted. Repeat it in a moment.',
    )
  }
  if (isBadUrlEncoding(error))
    return new ApiError('INVALID_REQUEST', 'The path is not correctly URL-encoded.')
  return new ApiError('INTERNAL', 'Something went wrong on our side; the request id helps to find out what.')
}

/** A caller who goes while sending is no fault of ours, and could fill the log. */
function isHangUp(error: unknown, request: Request): boolean {
  return request.destroyed && !request.complete && (error as { code?: unknown } | null)?.code === 'ECONNRESET'
}

/** The router's own error for a path such as `/jobs/%zz`. */
function isBadUrlEncoding(error: unknown): boolean {
  return error instanceof URIError || (error as { status?: unknown } | null)?.status === 400
}
