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

/** The one that may be there more than once (RFC 8707 section 2). */
const REPEATED = 'resource'

/** The fields of a form. Another one that is there twice has no meaning (RFC 6749 section 3.2): INVALID_REQUEST. */
export async function readFormBody(request: Request): Promise<Record<string, string | string[]>> {
  refuseEncoding(request)
  const bytes = await readBytes(request, MOST_BYTES)
  if (!isUtf8(bytes)) throw invalidRequest([{ path: '', message: 'must be UTF-8' }])
  const fields = [...new URLSearchParams(bytes.toString('utf8'))]
  if (fields.length > MOST_FIELDS)
    throw invalidRequest([{ path: '', message: `at most ${MOST_FIELDS} fields` }])
  const [listed, single] = [
    fields.filter(([name]) => name === REPEATED),
    fields.filter(([name]) => name !== REPEATED),
  ]
  const form = Object.fromEntries(single)
  const repeated = Object.keys(form).length < single.length
  if (repeated) throw invalidRequest([{ path: '', message: 'must have each field once' }])
  return listed.length === 0 ? form : { ...form, [REPEATED]: listed.map(([, value]) => value) }
}
