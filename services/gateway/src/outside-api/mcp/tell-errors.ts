import type { ApiError } from '@gleaner/contracts'
import {
  abortResponse,
  ClientClosed,
  requestIdOf,
  retryAfterOf,
  sendErrorJson,
  toApiError,
} from '@gleaner/http-api'
import { loggedRequest } from '@gleaner/http-api/middleware/request-id'
import { bearerChallenge } from '@gleaner/http-api/middleware/send-error'
import type { NextFunction, Request, Response } from 'express'
import type { Context } from '../../context.ts'

/** JSON-RPC 2.0: what cannot be parsed, what is no request, and what the server has for anything else. */
const RPC_CODES: Partial<Record<ApiError['code'], number>> = {
  INVALID_JSON: -32_700,
  INVALID_REQUEST: -32_600,
}
const OTHER_RPC_CODE = -32_000

/** Longer messages help nobody. In characters. */
const MESSAGE_CHARS = 4_000

/** Tells what is refused before it reaches a tool, as clients of the protocol read it: the status of our API, and an error of JSON-RPC. */
export function tellErrors({ logger }: Pick<Context, 'logger'>) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    if (error instanceof ClientClosed) {
      response.destroy()
      return
    }
    const apiError = toApiError(error)
    if (apiError.status >= 500)
      logger[apiError.code === 'INTERNAL' ? 'error' : 'warn'](
        { err: error, ...loggedRequest(request, response) },
        'a request failed',
      )
    if (response.headersSent) {
      abortResponse(response, apiError.status)
      return
    }
    const retryAfter = retryAfterOf(apiError)
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
    if (apiError.status === 401) response.setHeader('WWW-Authenticate', bearerChallenge(response))
    if (apiError.status === 408 || apiError.status === 413) response.setHeader('Connection', 'close')
    sendErrorJson(response, apiError.status, {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: RPC_CODES[apiError.code] ?? OTHER_RPC_CODE,
        message: apiError.message.slice(0, MESSAGE_CHARS),
        data: { error: apiError.code, request_id: requestIdOf(response), retry_after_seconds: retryAfter },
      },
    })
  }
}
