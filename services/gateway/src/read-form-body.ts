import { isUtf8 } from 'node:buffer'
import { invalidRequest } from '@gleaner/http-api'
import type { Request } from 'express'
import { readBytes } from './read-bytes.ts'
import { refuseEncoding } from './read-json-body.ts'

/** Far above what any form of ours holds. */
const MOST_BYTES = 64 * 1024
const MOST_FIELDS = 100

export function isForm(request: Request): boolean {
  return request.is('application/x-www-form-urlencoded') !== false
}

/** The fields of a form. One that is there twice has no meaning (RFC 6749 section 3.2): INVALID_REQUEST. */
export async function readFormBody(request: Request): Promise<Record<string, string>> {
  refuseEncoding(request)
  const bytes = await readBytes(request, MOST_BYTES)
  if (!isUtf8(bytes)) throw invalidRequest([{ path: '', message: 'must be UTF-8' }])
  const fields = [...new URLSearchParams(bytes.toString('utf8'))]
  if (fields.length > MOST_FIELDS)
    throw invalidRequest([{ path: '', message: `at most ${MOST_FIELDS} fields` }])
  const form = Object.fromEntries(fields)
  const repeated = Object.keys(form).length < fields.length
  if (repeated) throw invalidRequest([{ path: '', message: 'must have each field once' }])
  return form
}
