import { HEADERS, uuidv7 } from '@gleaner/contracts'
import type { NextFunction, Request, Response } from 'express'

/** A caller's own id is taken over when it is harmless to log, so that both sides can find a request again. */
const ACCEPTABLE = /^[\w.-]{8,128}$/

export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADERS.requestId)
  const id = given && ACCEPTABLE.test(given) ? given : `req_${uuidv7()}`
  response.locals.requestId = id
  response.setHeader(HEADERS.requestId, id)
  next()
}

export function requestIdOf(response: Response): string {
  return response.locals.requestId as string
}
