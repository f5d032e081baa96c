import { type ApiError, type Billing, type ErrorFormat, errorBody, oauthErrorBody } from '@gleaner/contracts'
import { maskLogins } from '@gleaner/runtime'
import type { Request, Response } from 'express'
import { errorPage } from '../html/error-page.ts'
import { sendDocument } from '../html/send-document.ts'
import { requestIdOf } from './request-id.ts'
import { truncateError } from './truncate-error.ts'

/** Tells an error as the endpoint declares it (`errorFormat`). */
export function sendError(error: ApiError, request: Request, response: Response): void {
  const format = response.locals.errorFormat as ErrorFormat | undefined
  if (format === 'page') {
    sendDocument(response, error.status, errorPage(error, requestIdOf(response)))
    return
  }
  if (format === 'oauth') {
    nameScheme(error, request, response)
    sendJson(response, error.status, oauthErrorBody(error))
    return
  }
  const billing = error.details?.billing as Billing | undefined
  sendJson(
    response,
    error.status,
    truncateError({
      ...errorBody(error.code, error.message, requestIdOf(response), error.details),
      ...(billing !== undefined && { billing }),
    }),
  )
}

/** RFC 6749 section 5.2: who tried a scheme is told that it is the right one. */
function nameScheme({ status }: ApiError, request: Request, response: Response): void {
  if (status === 401 && request.get('Authorization') !== undefined)
    response.setHeader('WWW-Authenticate', 'Basic realm="OAuth clients", charset="UTF-8"')
}

/** A message may quote what was sent (an unknown field's name, a path): logins of URLs in it are masked. */
function sendJson(response: Response, status: number, body: object): void {
  response
    .status(status)
    .type('application/json')
    .send(maskLogins(JSON.stringify(body)))
}
