import { HEADERS, uuidv7 } from '@gleaner/contracts'
import { withinRequest } from '@gleaner/runtime'
import type { NextFunction, Request, Response } from 'express'

/** A caller's own id is taken over when it is harmless to log, so that both sides can find a request again. */
const ACCEPTABLE = /^[\w.-]{8,128}$/

export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADERS.requestId)
  const id = given && ACCEPTABLE.test(given) ? given : `req_${uuidv7()}`
  response.locals.requestId = id
  response.setHeader(HEADERS.requestId, id)
  withinRequest(id, next)
}

const LOGGED_PATH_CHARS = 500

/** The fields of a request in log lines. */
export function loggedRequest(request: Request, response: Response) {
  return {
    requestId: requestIdOf(response),
    method: request.method,
    path: request.path.slice(0, LOGGED_PATH_CHARS),
  }
}

export function requestIdOf(response: Response): string {
  return response.locals.requestId as string
}
