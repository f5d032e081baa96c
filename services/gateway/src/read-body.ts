import type { BodyReader } from '@gleaner/http-api'
import { isForm, readFormBody } from './read-form-body.ts'
import { readJsonBody } from './read-json-body.ts'

/** Reads the body of a request as JSON, or as a form where the endpoint takes one. */
export const readBody: BodyReader = ({ takesForm, largeField }, caller, request) =>
  takesForm && isForm(request) ? readFormBody(request) : readJsonBody(caller, request, largeField)
