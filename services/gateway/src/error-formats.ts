import { type ApiError, HEADERS, oauthErrorBody } from '@gleaner/contracts'
import { type ErrorSenders, requestIdOf, sendErrorJson, sendErrorReply } from '@gleaner/http-api'
import { maskLogins } from '@gleaner/runtime'
import type { Response } from 'express'
import { errorPage } from './html/error-page.ts'
import { sendDocument } from './html/send-document.ts'

/** How endpoints tell errors that do not tell them as an `ErrorReply`. */
export const ERROR_FORMATS: ErrorSenders = {
  page: (error, _request, response) =>
    sendDocument(response, error.status, errorPage(error, requestIdOf(response))),
  text(error, request, response) {
    if (request.accepts(['text/plain', 'application/json']) === 'application/json')
      return sendErrorReply(error, response)
    response.setHeader(HEADERS.error, error.code)
    response
      .status(error.status)
      .type('text/plain')
      .send(maskLogins(errorText(error, requestIdOf(response))))
  },
  oauth(error, _request, response) {
    nameScheme(error, response)
    sendErrorJson(response, error.status, oauthErrorBody(error))
  },
}

/** The code and what is wrong. */
function errorText({ code, message }: ApiError, requestId: string): string {
  return `${`${code}: ${message}`.slice(0, MOST_CHARS)}\nrequest_id: ${requestId}\n`
}

/** Longer ones help nobody. */
const MOST_CHARS = 8_000

/** RFC 6749 section 5.2: clients prove themselves by Basic. RFC 9110 section 11.6.1 wants a scheme in every 401. */
function nameScheme({ status }: ApiError, response: Response): void {
  if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="OAuth clients", charset="UTF-8"')
}
