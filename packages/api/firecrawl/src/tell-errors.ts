import { type ApiContext, ClientClosed, retryAfterOf, sendErrorJson, toApiError } from '@gleaner/http-api'
import { loggedRequest } from '@gleaner/http-api/middleware/request-id'
import type { NextFunction, Request, Response } from 'express'
import { DoorError } from './door-error.ts'
import { theirError } from './errors.ts'

/** Longer messages help nobody. In characters. */
const MESSAGE_CHARS = 4_000
/** Details that are larger are left out. In bytes. */
const DETAILS_BYTES = 32 * 1024

/** Tells errors as clients of this API read them. What is not meant for callers is logged and stays here. */
export function tellErrors({ logger }: Pick<ApiContext, 'logger'>) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (error instanceof ClientClosed || response.destroyed || response.headersSent) {
      response.destroy()
      return
    }
    const theirs = error instanceof DoorError ? error : theirFault(error)
    if (theirs.status >= 500 && theirs.status !== 501)
      logger[theirs.status === 500 ? 'error' : 'warn'](
        { err: error, ...loggedRequest(request, response) },
        'a request failed',
      )
    if (theirs.retryAfter !== undefined) response.setHeader('Retry-After', theirs.retryAfter)
    if (theirs.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="Gleaner"')
    if (theirs.status === 408 || theirs.status === 413) response.setHeader('Connection', 'close')
    const { status, code, message, details } = theirs
    const isFit = details !== undefined && Buffer.byteLength(JSON.stringify(details)) <= DETAILS_BYTES
    sendErrorJson(response, status, {
      success: false,
      code,
      error: message.slice(0, MESSAGE_CHARS),
      ...(isFit && { details }),
    })
  }
}

/** Whatever was thrown on the way, as one of the API's own errors would be theirs. */
function theirFault(error: unknown): DoorError {
  const { code, message, details, status } = toApiError(error)
  return theirError({ error: code, message, details }, status, retryAfterOf(toApiError(error)))
}
