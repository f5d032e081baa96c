import { type ApiError, type Billing, type ErrorFormat, errorBody } from '@gleaner/contracts'
import { maskLogins } from '@gleaner/runtime'
import type { Request, Response } from 'express'
import { requestIdOf } from './request-id.ts'
import { truncateError } from './truncate-error.ts'

type ErrorSender = (error: ApiError, request: Request, response: Response) => void

/** What sends the errors of endpoints that declare a format. */
export type ErrorSenders = Partial<Record<ErrorFormat, ErrorSender>>

/** Tells an error as the endpoint declares it (`errorFormat`), else as JSON, or as a page to who has typed an address into a browser. */
export function sendError(
  error: ApiError,
  request: Request,
  response: Response,
  senders: ErrorSenders,
): void {
  // RFC 6750 section 3, in whatever format. Basic is not named: browsers would ask for a password.
  if (error.status === 401 && !response.hasHeader('WWW-Authenticate'))
    response.setHeader('WWW-Authenticate', bearerChallenge(response))
  const declared = response.locals.errorFormat as ErrorFormat | undefined
  const format = declared ?? (isVisit(request) ? 'page' : undefined)
  const send = format && senders[format]
  if (send) send(error, request, response)
  else sendErrorReply(error, response)
}

/** By the fetch metadata of browsers: programs accept HTML, too. */
function isVisit(request: Request): boolean {
  return request.method === 'GET' && request.get('sec-fetch-dest') === 'document'
}

/** An error as an `ErrorReply`. */
export function sendErrorReply(error: ApiError, response: Response): void {
  const billing = error.details?.billing as Billing | undefined
  sendErrorJson(
    response,
    error.status,
    truncateError({
      ...errorBody(error.code, error.message, requestIdOf(response), error.details),
      ...(billing !== undefined && { billing }),
    }),
  )
}

/** `locals.resourceMetadata`, of the response or else the app: where a client learns who gives keys (RFC 9728 section 5.1). */
export function bearerChallenge({ app, locals }: Response): string {
  const address = (locals.resourceMetadata ?? app.locals.resourceMetadata) as string | undefined
  return address === undefined
    ? 'Bearer realm="Gleaner"'
    : `Bearer realm="Gleaner", resource_metadata="${address}"`
}

/** A message may quote what was sent (an unknown field's name, a path): logins of URLs in it are masked. */
export function sendErrorJson(response: Response, status: number, body: object): void {
  response
    .status(status)
    .type('application/json')
    .send(maskLogins(JSON.stringify(body)))
}
