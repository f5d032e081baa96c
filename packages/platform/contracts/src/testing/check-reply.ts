import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { API_ROOT } from '../api-root.ts'
import {
  type Endpoint,
  type ErrorFormat,
  EVENT_STREAM,
  errorsOf,
  FILE,
  NO_BODY,
  PATH_ERRORS,
} from '../endpoint.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'
import { HEADERS } from '../headers.ts'
import { ErrorReply } from '../schemas/error-reply.ts'
import { OAuthErrorReply } from '../schemas/oauth.ts'

/** A reply as its caller saw it. */
export interface SeenReply {
  method: string
  /** With or without origin and query. */
  url: string
  status: number
  headers: Headers
  /** Parsed, when it was JSON; else its text. */
  body: unknown
}

/** Throws when a reply of the API is not as its endpoint declares it. Replies from outside the API's root pass. */
export function checkReply(
  reply: SeenReply,
  endpoints: readonly Endpoint[] = Object.values(ENDPOINTS),
): void {
  const faults = replyFaults(reply, endpoints)
  if (faults.length === 0) return
  const { method, url, status, body } = reply
  const shown = (JSON.stringify(body) ?? '').slice(0, 2_000)
  throw new Error(
    `${method} ${url} answered ${status} as it does not declare: ${faults.join('; ')}\n${shown}`,
  )
}

/** What is wrong with a reply, by the declaration of its endpoint. */
export function replyFaults(reply: SeenReply, endpoints: readonly Endpoint[]): string[] {
  const { pathname } = new URL(reply.url, 'http://api')
  if (!pathname.startsWith(`${API_ROOT}/`) || reply.method === 'OPTIONS' || reply.method === 'HEAD') return []
  // Paths may end in a slash.
  const asked = pathname.slice(API_ROOT.length).replace(/(?<=.)\/$/, '')
  const matching = endpoints.filter(
    ({ method, path }) => method === reply.method && pathPattern(path).test(asked),
  )
  // A path without parameters goes before one with.
  const endpoint = matching.find(({ path }) => path === asked) ?? matching[0]
  const common = reply.headers.get(HEADERS.requestId) ? [] : [`there is no ${HEADERS.requestId}`]
  if (reply.status >= 400) return [...common, ...errorFaults(reply, endpoint)]
  // The root itself with a slash: what answers there is no endpoint.
  if (!endpoint) return pathname === `${API_ROOT}/` ? common : ['no endpoint is declared here']
  const schema = endpoint.responses[reply.status]
  if (!schema) return [...common, `status ${reply.status} is not declared`]
  return [
    ...common,
    ...limitFaults(endpoint, reply),
    ...pollFaults(endpoint, reply),
    ...successFaults(schema, endpoint, reply),
    ...namelessFaults(reply.body),
  ]
}

const NAMED: ReadonlySet<string> = new Set(['domain', 'host', 'tier'])
/** What a page or a caller has written stands below these. */
const WRITTEN_BY_OTHERS: ReadonlySet<string> = new Set([
  'content',
  'extraction_result',
  'filtered_content',
  'formats',
  'json',
  'metadata',
  'structured_content',
])

/** What has no domain, host or tier says null, or nothing: a table has no row named "". */
function namelessFaults(body: unknown, path = ''): string[] {
  if (!isObject(body)) return []
  return Object.entries(body).flatMap(([name, value]) => {
    if (WRITTEN_BY_OTHERS.has(name)) return []
    return NAMED.has(name) && value === ''
      ? [`${path}${name} is empty`]
      : namelessFaults(value, `${path}${name}.`)
  })
}

/** Who is told to come back is told where to, twice the same and as a whole address. */
function pollFaults({ polled }: Endpoint, { status, headers, body }: SeenReply): string[] {
  if (!polled || status !== 202) return []
  const location = headers.get(HEADERS.location)
  const { poll_url } = body as { poll_url?: unknown }
  return location !== null && location === poll_url && URL.canParse(location)
    ? []
    : [`its Location is ${location}, its poll_url ${poll_url}`]
}

function successFaults(schema: z.ZodType, endpoint: Endpoint, reply: SeenReply): string[] {
  if (schema === EVENT_STREAM) return eventFaults(endpoint, reply)
  if (endpoint.csv && reply.status === 200 && reply.headers.get('content-type')?.startsWith('text/csv'))
    return []
  const isLines = reply.headers.get('content-type')?.startsWith('application/x-ndjson')
  return endpoint.lines && isLines ? lineFaults(endpoint.lines, reply) : bodyFaults(schema, reply)
}

/** Events as far as they were read: without a blank line behind it one is not complete. */
function eventFaults({ events = {} }: Endpoint, { headers, body }: SeenReply): string[] {
  const type = headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) return [`its Content-Type is "${type}"`]
  const complete = String(body).split('\n\n').slice(0, -1)
  return complete.flatMap((text) => {
    const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: ?(.*)/s)))
    if (fields.data === undefined) return []
    const schema = events[fields.event]
    const parsed = schema?.safeParse(JSON.parse(fields.data))
    return parsed?.success && isDeepStrictEqual(parsed.data, JSON.parse(fields.data))
      ? []
      : [`the event "${text}" is not as declared`]
  })
}

const ON_AUTHENTICATED = [
  HEADERS.rateLimit,
  HEADERS.rateLimitRemaining,
  HEADERS.rateLimitReset,
  HEADERS.concurrencyLimit,
  HEADERS.concurrencyCurrent,
  HEADERS.balance,
]

function limitFaults({ auth }: Endpoint, { headers }: SeenReply): string[] {
  if (auth === 'none') return []
  return ON_AUTHENTICATED.filter((name) => !headers.has(name)).map((name) => `there is no ${name}`)
}

function errorFaults(reply: SeenReply, endpoint: Endpoint | undefined): string[] {
  const declared = endpoint ? errorsOf(endpoint) : new Set(PATH_ERRORS)
  if (endpoint?.errorFormat) {
    const statuses = new Set([...declared].map((code) => ERROR_STATUS[code] as number))
    const known = statuses.has(reply.status) ? [] : [`status ${reply.status} is not among its errors`]
    return [...known, ...ERROR_FAULTS[endpoint.errorFormat](reply, declared)]
  }
  return apiErrorFaults(reply, declared)
}

const LIMITED: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'CONCURRENCY_LIMITED'])

const ERROR_FAULTS: Record<ErrorFormat, (reply: SeenReply, declared: ReadonlySet<ErrorCode>) => string[]> = {
  page: pageFaults,
  oauth: (reply) => bodyFaults(OAuthErrorReply, reply),
  text: textFaults,
}

/** JSON for who asked for it; else a line that begins with the code, which a header has too. */
function textFaults(reply: SeenReply, declared: ReadonlySet<ErrorCode>): string[] {
  const type = reply.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return apiErrorFaults(reply, declared)
  if (type !== 'text/plain; charset=utf-8') return [`its Content-Type is "${type}"`]
  const code = reply.headers.get(HEADERS.error) as ErrorCode
  return [
    ...(String(reply.body).startsWith(`${code}: `) ? [] : [`it does not begin with "${code}"`]),
    ...(declared.has(code) && ERROR_STATUS[code] === reply.status ? [] : [`${code} is not among its errors`]),
  ]
}

function apiErrorFaults(reply: SeenReply, declared: ReadonlySet<ErrorCode>): string[] {
  const faults = bodyFaults(ErrorReply, reply)
  if (faults.length > 0) return faults
  const { error, message, detail, request_id } = reply.body as ErrorReply
  const waitSeconds = Number(reply.headers.get(HEADERS.retryAfter))
  return [
    ...(LIMITED.has(error) && waitSeconds < 1 ? ['there is no Retry-After'] : []),
    ...(declared.has(error) ? [] : [`${error} is not among its errors`]),
    ...(ERROR_STATUS[error] === reply.status ? [] : [`${error} is not ${reply.status}`]),
    ...(message === detail ? [] : ['detail is not message']),
    ...(request_id === reply.headers.get(HEADERS.requestId) ? [] : ['request_id is not that of the header']),
  ]
}

function pageFaults({ headers }: SeenReply): string[] {
  const type = headers.get('content-type')
  return type === 'text/html; charset=utf-8' ? [] : [`its Content-Type is "${type}"`]
}

function bodyFaults(schema: z.ZodType, { headers, body }: SeenReply): string[] {
  const type = headers.get('content-type') ?? ''
  if (schema === FILE) return type === '' ? ['it has no Content-Type'] : []
  if (schema === NO_BODY) return body === '' || body === undefined ? [] : ['it has a body']
  if (!type.startsWith('application/json')) return [`its Content-Type is "${type}"`]
  const result = schema.safeParse(body)
  if (!result.success) return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  // A schema leaves out of its result what it does not know.
  return isDeepStrictEqual(result.data, body) ? [] : undeclaredFields(body, result.data)
}

function lineFaults(schema: z.ZodType, { body }: SeenReply): string[] {
  const headers = new Headers({ 'content-type': 'application/json' })
  const lines = String(body).split('\n')
  const rest = lines.pop()
  const faults = lines.flatMap((line) =>
    bodyFaults(schema, { headers, body: JSON.parse(line) } as unknown as SeenReply),
  )
  return rest === '' ? faults : [...faults, 'its last line is not whole']
}

function undeclaredFields(body: unknown, known: unknown, path = ''): string[] {
  if (!isObject(body) || !isObject(known))
    return isDeepStrictEqual(body, known) ? [] : [`${path} is not as declared`]
  return Object.entries(body).flatMap(([name, value]) =>
    name in known
      ? undeclaredFields(value, known[name], `${path}${name}.`)
      : [`${path}${name} is not declared`],
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const patterns = new Map<string, RegExp>()

/** `/jobs/{job_id}` and `/files/{+key}`. Made once: each reply is compared with every path. */
function pathPattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const made = new RegExp(`^${path.replaceAll(/\{(\+?)\w+\}/g, (_, slashes) => (slashes ? '.+' : '[^/]+'))}$`)
  patterns.set(path, made)
  return made
}
