import { type Endpoint, HEADERS, takesIdempotencyKey } from '@gleaner/contracts'
import type { Json } from './types.ts'

type HeaderName = (typeof HEADERS)[keyof typeof HEADERS]

interface Header {
  description: string
  schema: Json
  example: unknown
  /** On which replies it stands. */
  on: (endpoint: Endpoint, status: number) => boolean
}

/** Replies that hold a page alone: what is told of it stands in headers. */
const PAGES = ['GET /scrape', 'GET /r/{+url}']
const SCRAPES: ReadonlySet<string> = new Set([...PAGES, 'POST /scrape', 'POST /scrape/demo', 'POST /parse'])
const isScrape = ({ method, path }: Endpoint, status: number) =>
  SCRAPES.has(`${method} ${path}`) && status === 200
const isPage = ({ method, path }: Endpoint, status: number) =>
  PAGES.includes(`${method} ${path}`) && (status === 200 || status === 202)
const isAuthenticated = ({ auth }: Endpoint, status: number) => auth !== 'none' && status !== 401
const REPEATABLE: ReadonlySet<number> = new Set([429, 502, 503])

const integer = { type: 'integer' }
const text = { type: 'string' }

const TABLE: Record<HeaderName, Header> = {
  [HEADERS.requestId]: {
    description: 'Helps to find the request again. Your own is taken over when you send one.',
    schema: text,
    example: 'req_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b',
    on: () => true,
  },
  [HEADERS.rateLimit]: {
    description: 'Tokens a minute.',
    schema: integer,
    example: 60,
    on: isAuthenticated,
  },
  [HEADERS.rateLimitRemaining]: {
    description: 'Tokens left.',
    schema: integer,
    example: 58,
    on: isAuthenticated,
  },
  [HEADERS.rateLimitReset]: {
    description: 'When all tokens are back, as a Unix timestamp in seconds.',
    schema: integer,
    example: 1_795_320_000,
    on: isAuthenticated,
  },
  [HEADERS.concurrencyLimit]: {
    description: 'Requests that the account may have at work at once.',
    schema: integer,
    example: 5,
    on: isAuthenticated,
  },
  [HEADERS.concurrencyCurrent]: {
    description:
      'Requests that it has at work. Those that only read, change or stop something are not among them.',
    schema: integer,
    example: 1,
    on: isAuthenticated,
  },
  [HEADERS.balance]: {
    description: 'What the account had before this request, in whole cents.',
    schema: text,
    example: '$0.42',
    on: isAuthenticated,
  },
  [HEADERS.balanceWarning]: {
    description: '`low` below $0.50, `critical` below $0.10, `exhausted` at nothing; absent above.',
    schema: { type: 'string', enum: ['low', 'critical', 'exhausted'] },
    example: 'low',
    on: isAuthenticated,
  },
  [HEADERS.retryAfter]: {
    description: 'Seconds to wait before the request is repeated.',
    schema: integer,
    example: 2,
    on: (endpoint, status) => REPEATABLE.has(status) || (status === 409 && takesIdempotencyKey(endpoint)),
  },
  [HEADERS.location]: {
    description: 'Where what has begun is read: the `poll_url` of the reply.',
    schema: text,
    example: 'https://api.example.com/api/v1/jobs/019a9f40-1d2c-7aa1-9c11-0d1e2f3a4b5c',
    on: ({ polled }, status) => polled !== undefined && status === 202,
  },
  [HEADERS.etag]: {
    description: 'Of what has ended: with it as `If-None-Match` the same request is answered 304.',
    schema: text,
    example: 'W/"019a9f40-1d2c-7aa1-9c11-0d1e2f3a4b5c.1763798400231"',
    on: ({ responses }, status) => 304 in responses && (status === 200 || status === 304),
  },
  [HEADERS.credits]: {
    description: 'Credits charged.',
    schema: { type: 'number' },
    example: 1,
    on: isScrape,
  },
  [HEADERS.tier]: { description: 'The tier that delivered.', schema: text, example: '1', on: isScrape },
  [HEADERS.savings]: {
    description: 'Credits saved, compared with the dearest tier.',
    schema: { type: 'number' },
    example: 49,
    on: isScrape,
  },
  [HEADERS.bytes]: {
    description: "Bytes of the target's answer.",
    schema: integer,
    example: 1_256,
    on: isScrape,
  },
  [HEADERS.cached]: {
    description: 'Whether the page came from the cache.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
    on: isScrape,
  },
  [HEADERS.jobId]: {
    description: 'The job of the scrape, a UUID: `GET /jobs/{job_id}` has all of it.',
    schema: { type: 'string', format: 'uuid' },
    example: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d4e',
    on: isPage,
  },
  [HEADERS.finalUrl]: {
    description: 'Where redirects ended.',
    schema: text,
    example: 'https://example.com/',
    on: (endpoint, status) => isPage(endpoint, status) && status === 200,
  },
  [HEADERS.targetStatus]: {
    description: "The target's status.",
    schema: integer,
    example: 200,
    on: (endpoint, status) => isPage(endpoint, status) && status === 200,
  },
  [HEADERS.warnings]: {
    description:
      '`warnings` of the reply of `POST /scrape`, one sentence after the other; absent without any.',
    schema: text,
    example: 'asp has no effect: walls are met by climbing the tiers.',
    on: (endpoint, status) => isPage(endpoint, status) && status === 200,
  },
  [HEADERS.error]: {
    description: 'The code of an error that is told as text.',
    schema: text,
    example: 'ALL_TIERS_FAILED',
    on: ({ errorFormat }, status) => errorFormat === 'text' && status >= 400,
  },
  [HEADERS.replayed]: {
    description: '`true` when this is the first reply again, by its Idempotency-Key.',
    schema: { const: 'true' },
    example: 'true',
    on: (endpoint, status) => takesIdempotencyKey(endpoint) && !isScrape(endpoint, 200) && status < 400,
  },
}

export function headersOf(endpoint: Endpoint, status: number): Json {
  const names = Object.entries(TABLE).flatMap(([name, { on }]) => (on(endpoint, status) ? [name] : []))
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function headerComponents(): Json {
  return Object.fromEntries(Object.entries(TABLE).map(([name, { on, ...header }]) => [name, header]))
}

/** Each header of replies with its meaning. */
export function replyHeaders(): string[][] {
  return Object.entries(TABLE).map(([name, { description }]) => [`\`${name}\``, description])
}
