import { z } from 'zod'
import { LIMITS } from '../limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text).length

/** What headers take, names and values. */
export function headerBytes(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + bytes(name) + bytes(value), 0)
}

/** Headers that the transport itself sets; a caller's value would break or smuggle the request. */
const TRANSPORT_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a valid header name')
  .refine((name) => !TRANSPORT_HEADERS.has(name.toLowerCase()), 'is set by the transport; leave it out')
  .describe('What a header is called, in any letter case: none that the transport itself sets.')

export const HeaderValue = z
  .string()
  .regex(
    /^[\t\x20-\x7e\x80-\xff]*$/,
    'must not contain control characters, nor characters beyond Latin-1 (U+00FF)',
  )
  .describe('What the header holds: characters of Latin-1, no control characters.')

export const RequestHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((all) => Object.keys(all).length <= LIMITS.inlineHeaders, {
    message: `at most ${LIMITS.inlineHeaders} headers`,
  })
  .refine((all) => headerBytes(all) <= LIMITS.customHeaders, {
    message: `at most ${LIMITS.customHeaders / 1024} KB of headers in total`,
  })
  .describe('Values of headers by their names: at most 50, none that the transport sets.')

/** The values of a header, whose name may be written in any letter case. `name` is in small letters. */
export function headerValues(headers: Readonly<Record<string, string>> | undefined, name: string): string[] {
  return Object.entries(headers ?? {})
    .filter(([written]) => written.toLowerCase() === name)
    .map(([, value]) => value)
}

/** Whether an `Authorization` is of NTLM or Negotiate (RFC 4559): what comes later on the same connection counts as the same user's. */
export function logsConnectionIn(authorization: string): boolean {
  return /^\s*(?:ntlm|negotiate|kerberos)\b/i.test(authorization)
}

export const LOGS_CONNECTION_IN =
  'logs a whole connection in, and connections are shared between requests; use a scheme that logs in each request, such as Basic or Bearer'
