import { type ApiError, oauthErrorBody } from '@gleaner/contracts'
import { type ErrorSenders, requestIdOf, sendErrorJson } from '@gleaner/http-api'
import type { Request, Response } from 'express'
import { errorPage } from './html/error-page.ts'
import { sendDocument } from './html/send-document.ts'

/** How endpoints tell errors that do not tell them as an `ErrorReply`. */
export const ERROR_FORMATS: ErrorSenders = {
  page: (error, _request, response) =>
    sendDocument(response, error.status, errorPage(error, requestIdOf(response))),
  oauth(error, request, response) {
    nameScheme(error, request, response)
    sendErrorJson(response, error.status, oauthErrorBody(error))
  },
}

/** RFC 6749 section 5.2: who tried a scheme is told that it is the right one. */
function nameScheme({ status }: ApiError, request: Request, response: Response): void {
  if (status === 401 && request.get('Authorization') !== undefined)
    response.setHeader('WWW-Authenticate', 'Basic realm="OAuth clients", charset="UTF-8"')
}
