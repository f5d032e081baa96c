import { z } from 'zod'
import type { Consent } from './consents.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where a credential stands: `X-API-Key`, `?api_key=`, `Authorization: Bearer`, or the user name of `Authorization: Basic`. */
export type AuthScheme = 'apiKey' | 'queryKey' | 'bearer' | 'basic'

/** Keys are taken in each of these ways, and people's access tokens in the same ones. */
const KEY_SCHEMES = ['apiKey', 'bearer', 'basic'] as const

/** What an endpoint's `auth` accepts. `bearer` alone: people who have signed in, and no key. */
export const AUTH_SCHEMES = {
  none: [],
  bearer: ['bearer'],
  apiKeyOrBearer: KEY_SCHEMES,
  apiKeyOrQueryKey: [...KEY_SCHEMES, 'queryKey'],
} as const satisfies Record<string, readonly AuthScheme[]>

export type Auth = keyof typeof AUTH_SCHEMES

/** A heading of the reference. One file of an area says what it is `about`. */
export interface Area {
  name: string
  about?: string
}

/** At most so many requests in each span of so many seconds. */
export interface WindowLimit {
  requests: number
  seconds: number
}

/**
 * One endpoint of the API, declared once: the gateway's route, its authentication, the checks of its replies, the OpenAPI
 * document and the clients derive from this value. `path` is relative to `API_ROOT`, its parameters in braces
 * (`/jobs/{job_id}`); `{+key}` takes slashes too (RFC 6570). Declarations of one shape are rows of a table: each is written out, so that
 * what an endpoint promises stands in one place.
 */
export interface Endpoint {
  /** The area of the API that it belongs to, by `endpointsIn`. */
  area?: Area
  method: HttpMethod
  path: string
  /** One sentence, and what the reference adds to it (Markdown). */
  summary: string
  description?: string
  auth: Auth
  /** Least role in the organization that a caller acts for; without it each member may call it. */
  role?: Exclude<Role, 'member'>
  /** It is about the person who calls: whom `X-Organization-Id` names does not count. */
  personal?: boolean
  /** Of the operator's people alone. To everybody else it is not there: 404, as for a path that is none. */
  operator?: boolean
  /** What a key must be allowed to do, where that is not what its method says. */
  scope?: Exclude<Scope, 'scrape'>
  /** What a person has to allow before a tool's key may call it; without it none may. */
  consent?: Consent
  /** Rate-limit tokens that one call takes, where they are not those of its method. */
  tokens?: number
  /**
   * Whether a call takes one of the account's slots for concurrent requests while it lasts, where its replies do not say so.
   * Such a call is refused while limits cannot be checked.
   */
  takesSlot?: boolean
  /** Limits of this endpoint alone, beside the caller's tokens: for one source address, and for one account. */
  limitPerIp?: WindowLimit
  limitPerAccount?: WindowLimit
  /** Whether it takes an `Idempotency-Key`, where that is not as `takesIdempotencyKey` says. */
  idempotent?: boolean
  params?: z.ZodType
  query?: z.ZodType
  /** May be left out where the schema reads undefined. */
  body?: z.ZodType
  /** A string at the top level of the body that may be larger than a whole request otherwise is; in bytes. */
  largeField?: { name: string; bytes: number }
  /** The body may also be a file of so many bytes: as it is, or as the part `file` of a `multipart/form-data`. */
  takesFile?: { bytes: number }
  /** The body may also be CSV: a line for each entry of its list, and what stands beside that in the query or the part `options`. */
  takesCsv?: boolean
  /** Whether the body may also be a form (`application/x-www-form-urlencoded`), each field once but for `resource` (RFC 8707). */
  takesForm?: boolean
  /** By status. `NO_BODY`, `FILE` and `EVENT_STREAM` stand for what is no JSON. */
  responses: Record<number, z.ZodType>
  /** Where what a 202 has begun is read: the first of these paths whose names its reply or its own path fills. */
  polled?: readonly string[]
  /** What a line is of the 200 for who accepts `application/x-ndjson`. */
  lines?: z.ZodType
  /** The 200 also comes as CSV, for who accepts `text/csv`. */
  csv?: boolean
  /** Media types of a `FILE`. */
  contentTypes?: readonly string[]
  /** What an `EVENT_STREAM` holds: the data of its events by their names. */
  events?: Record<string, z.ZodType>
  /** Its own; `errorsOf` adds what comes with the other parts of the declaration. */
  errors: readonly ErrorCode[]
  /** How errors are told where not by an `ErrorReply`: as RFC 6749 section 5.2 asks, as a page for a person, or as text. */
  errorFormat?: ErrorFormat
}

export type ErrorFormat = 'oauth' | 'page' | 'text'

export const NO_BODY = z.undefined()
export const FILE = z.instanceof(Uint8Array)
/** Server-sent events (`text/event-stream`). */
export const EVENT_STREAM = z.string()

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** Declares endpoints of one area: `const endpoint = endpointsIn('Proxies', 'Proxies of your own.')`. */
export function endpointsIn(name: string, about?: string) {
  const area: Area = about === undefined ? { name } : { name, about }
  return <const E extends Endpoint>(declaration: E): E & { area: Area } => ({ ...declaration, area })
}

const READ_TOKENS = 1
const WRITE_TOKENS = 2

/** Rate-limit tokens of one call: reads 1, writes 2. */
export function tokensOf({ method, tokens }: Pick<Endpoint, 'method' | 'tokens'>): number {
  return tokens ?? (method === 'GET' ? READ_TOKENS : WRITE_TOKENS)
}

/** Whether a request may carry an `Idempotency-Key`: a POST of an account that creates something or starts work. */
export function takesIdempotencyKey({
  method,
  auth,
  responses,
  idempotent,
}: Pick<Endpoint, 'method' | 'auth' | 'responses' | 'idempotent'>): boolean {
  return idempotent ?? (method === 'POST' && auth !== 'none' && (201 in responses || 202 in responses))
}

/** The scope that covers an endpoint; `scrape` covers each. */
export function scopeOf({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): Exclude<Scope, 'scrape'> {
  return scope ?? (method === 'GET' ? 'read' : 'write')
}

/**
 * Whether a call takes a slot: a POST that creates something or starts work does. What reads, changes or stops is let through when all
 * slots are taken.
 */
export function takesSlot(declared: Pick<Endpoint, 'method' | 'responses' | 'takesSlot'>): boolean {
  const { method, responses } = declared
  return declared.takesSlot ?? (method === 'POST' && (201 in responses || 202 in responses))
}

/** Errors of whatever is asked below the API's root, be there an endpoint or none. */
export const PATH_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
]
const EVERY_ENDPOINT: readonly ErrorCode[] = ['RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE']
const WITH_AUTH: readonly ErrorCode[] = [
  // An X-Organization-Id that is none.
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'CONCURRENCY_LIMITED',
  'SPEND_LIMIT_EXCEEDED',
]
const FOR_OPERATORS: readonly ErrorCode[] = ['NOT_FOUND']
const WITH_INPUT: readonly ErrorCode[] = ['INVALID_REQUEST']
const WITH_IDEMPOTENCY_KEY: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_CONFLICT',
]
const WITH_BODY: readonly ErrorCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT']

/** Every error that an endpoint may answer with. */
export function errorsOf(declared: Endpoint): ReadonlySet<ErrorCode> {
  const { auth, params, query, body, errors } = declared
  return new Set([
    ...EVERY_ENDPOINT,
    ...(auth === 'none' ? [] : WITH_AUTH),
    ...(params || query || body ? WITH_INPUT : []),
    ...(body ? WITH_BODY : []),
    ...(takesIdempotencyKey(declared) ? WITH_IDEMPOTENCY_KEY : []),
    ...(declared.operator ? FOR_OPERATORS : []),
    ...errors,
  ])
}
