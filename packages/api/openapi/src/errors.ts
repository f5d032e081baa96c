import { ERROR_STATUS, type ErrorCode, errorBody, inWords, MESSAGES, RETENTION } from '@gleaner/contracts'
import type { Json } from './types.ts'

interface ErrorExample {
  /** When it is met. */
  meaning: string
  /** What the caller can do. */
  remedy: string
  message: string
  details?: Record<string, unknown>
}

const FAILED_SCRAPE = {
  total_credits: 0,
  total_cost: 0,
  tier_used: '',
  escalations: [
    { tier: '1', result: 'failed', credits: 0, cost: 0, duration_ms: 412, error: 'blocked' },
    { tier: '2', result: 'failed', credits: 0, cost: 0, duration_ms: 655, error: 'blocked' },
  ],
  savings: 0,
  cost_dollars: 0,
  final_cost_microcents: 0,
  byop_applied: false,
}

/** Each error code with an example of its reply. */
export const ERROR_EXAMPLES: Record<ErrorCode, ErrorExample> = {
  INVALID_REQUEST: {
    meaning: 'A part of the request is not as documented; `details.issues` lists its faults.',
    remedy: 'Mend what `details.issues` names: each issue has the `path` of a field and what it should be.',
    message: "The request's body is not valid. timeout: Too big: expected number to be <=300",
    details: { issues: [{ path: 'timeout', message: 'Too big: expected number to be <=300' }] },
  },
  INVALID_JSON: {
    meaning: 'The body is no JSON.',
    remedy: 'Send the body as JSON, with `Content-Type: application/json`.',
    message: 'The body is not valid JSON.',
  },
  URL_NOT_ALLOWED: {
    meaning: 'The address may not be fetched: private, of another scheme, or blocked by the operator.',
    remedy: 'Use a public http or https address. On a server of your own `EGRESS_ALLOW` opens private ones.',
    message: 'url: 10.0.0.1 is a private address, which may not be fetched.',
  },
  SESSION_DOMAIN_MISMATCH: {
    meaning: 'The session belongs to another domain than the page.',
    remedy: "Use a session of the page's domain; `details` names both.",
    message: 'The session is for example.com and its subdomains, and cannot be used at example.org.',
    details: { session_domain: 'example.com', url_domain: 'example.org' },
  },
  SESSION_COOKIES_CONFLICT: {
    meaning: 'A session and inline cookies were sent together.',
    remedy: 'Send `session_id` or `cookies`, not both.',
    message: 'session_id and cookies exclude each other; send one of them.',
  },
  UNAUTHENTICATED: {
    meaning: 'There is no valid credential.',
    remedy:
      'Send a valid key as `X-API-Key` or `Authorization: Bearer`, or an access token where a person has to sign in.',
    message: 'Send a valid API key in the X-API-Key header.',
  },
  INSUFFICIENT_BALANCE: {
    meaning: 'The balance does not cover the cheapest tier that is planned.',
    remedy:
      'Add credits (`POST /billing/checkout`), or ask for less: `details` has `needed_credits` and `available_credits`.',
    message:
      'The balance of 0 credits does not cover 1 credits, the price of tier 1 with the asked options; add credits and repeat the request.',
    details: { needed_credits: 1, available_credits: 0 },
  },
  FORBIDDEN: {
    meaning: 'The credential may not do this.',
    remedy: 'Use a key with the scope, or a role in the organization, that the message names.',
    message: 'This API key has the scopes read; this request needs "write" or "scrape". Use another key.',
  },
  NOT_FOUND: {
    meaning: 'There is no such thing in this account.',
    remedy: 'Check the id, and for whom you act (`X-Organization-Id`).',
    message: 'There is no such proxy in this account.',
  },
  JOB_NOT_FOUND: {
    meaning: 'There is no such job in this account.',
    remedy: 'Check the id and the key: jobs are seen by the account that made them.',
    message: 'There is no such job in this account.',
  },
  SESSION_NOT_FOUND: {
    meaning: 'There is no such session in this account.',
    remedy: 'Check the id; `GET /sessions` lists those you may use.',
    message: 'There is no such session in this account.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path has other methods; the `Allow` header lists them.',
    remedy: 'Use a method that the `Allow` header lists.',
    message: 'PUT is not available here; use GET, HEAD, POST.',
  },
  REQUEST_TIMEOUT: {
    meaning: "The request's body took longer than 30 seconds to arrive.",
    remedy: 'Send the body faster, or a smaller one.',
    message: "The request's body took longer than 30 seconds to arrive; nothing was done.",
  },
  CONFLICT: {
    meaning: 'It contradicts what there is, such as a name that is taken.',
    remedy: 'Choose another name, or read what there is first.',
    message: 'There is already a proxy named "office"; choose another name.',
  },
  CANCELLED: {
    meaning: 'It was cancelled before it was worked on; nothing was charged.',
    remedy: 'Ask again if the page is wanted after all.',
    message: 'The batch was cancelled before this item was worked on.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    meaning: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Repeat the request in a moment: it is then given the first answer.',
    message: MESSAGES.keyInUse,
  },
  JOB_EXPIRED: {
    meaning: `The result was kept for ${inWords(RETENTION.resultMs)}.`,
    remedy: `Scrape the page again; fetch results within ${inWords(RETENTION.resultMs)}, or have them sent to a webhook.`,
    message: MESSAGES.resultGone,
  },
  SESSION_EXPIRED: {
    meaning: 'The session has expired.',
    remedy: 'Bring it new cookies with `POST /sessions/{session_id}/refresh`.',
    message: 'The session has expired; refresh it.',
  },
  SESSION_INACTIVE: {
    meaning: 'The session was switched off.',
    remedy: 'Make a new session; a deleted one does not come back.',
    message: 'The session is not active.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than 1 MB.',
    remedy: 'Send less at once; a batch may be split.',
    message: 'The body is larger than 1 MB, the most that is accepted.',
  },
  UNSUPPORTED_CONTENT_TYPE: {
    meaning: 'The target delivered something that cannot be read; nothing was charged.',
    remedy: 'Images are read with `mode: "ocr"`; video, sound and archives are not.',
    message: 'The target answered with video/mp4, which cannot be read.',
    details: { billing: FAILED_SCRAPE },
  },
  ALL_TIERS_FAILED: {
    meaning: 'No tier got the page; nothing was charged.',
    remedy: 'The message says what each tier met and what may help; `billing.escalations` lists the tries.',
    message: 'No tier could fetch the page.',
    details: { billing: FAILED_SCRAPE },
  },
  BUDGET_EXCEEDED: {
    meaning: '`cost_controls.max_credits` does not pay for a tier that is needed.',
    remedy: 'Raise `cost_controls.max_credits`, or ask for fewer options.',
    message:
      'cost_controls.max_credits is 0.5, but tier 1 with the asked options costs 1 credits; raise max_credits or ask for less',
    details: {
      needed_credits: 1,
      max_credits: 0.5,
      billing: { ...FAILED_SCRAPE, escalations: [] },
    },
  },
  EXTRACTION_FAILED: {
    meaning: 'The page was fetched but could not be read; nothing was charged.',
    remedy: 'Ask for `raw` or `include_raw_html` and read the page yourself; the message names the cause.',
    message: 'The PDF is encrypted and cannot be read.',
    details: { billing: FAILED_SCRAPE },
  },
  OUTCOME_UNKNOWN: {
    meaning:
      'A request that changes something may have reached the target without an answer. It is never sent twice.',
    remedy: 'Look at the target whether the request took effect, then repeat it or not.',
    message: 'The request may have reached the target, and no answer came; look there before you repeat it.',
    details: { billing: FAILED_SCRAPE },
  },
  RESOURCE_LIMIT_EXCEEDED: {
    meaning: 'The page takes more memory or time than one page may; nothing was charged.',
    remedy: 'Ask for a smaller page, or without a browser (`mode: "html"`).',
    message: 'The page took more memory than one page may.',
    details: { billing: FAILED_SCRAPE },
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: `The Idempotency-Key was used with another request within ${inWords(RETENTION.keyMs)}.`,
    remedy: 'Use a new `Idempotency-Key` for a new request.',
    message: MESSAGES.keyReused,
  },
  RATE_LIMITED: {
    meaning: 'Too many requests; `Retry-After` says when the next one may come.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
    message: 'The limit of 60 tokens a minute is used up; wait 2 seconds.',
  },
  CONCURRENCY_LIMITED: {
    meaning: 'Too many requests are in flight at once.',
    remedy: 'Wait for a request to end, or send `sync: false` or a batch.',
    message: '5 requests of this account are in flight already; wait for one of them.',
  },
  SPEND_LIMIT_EXCEEDED: {
    meaning: 'A spend limit of the account or the key is reached.',
    remedy: 'Raise the limit (`PUT /account/limits`, `/api-keys/{id}/limits`), or wait for its next period.',
    message: "This API key's limit of 1000 credits a day is reached.",
  },
  SESSION_LIMIT_REACHED: {
    meaning: 'The account has as many sessions as it may.',
    remedy: 'Delete sessions that are not needed.',
    message: 'An account may have 50 sessions; delete one that is not used any more.',
  },
  BATCH_LIMIT_REACHED: {
    meaning: 'As many batches are running as an account may have.',
    remedy: 'Wait for a batch to end, or cancel one.',
    message: 'At most 5 batches may run at once.',
  },
  CRAWL_LIMIT_REACHED: {
    meaning: 'As many crawls are running as an account may have.',
    remedy: 'Wait for a crawl to end, or cancel one.',
    message: 'At most 5 crawls may run at once.',
  },
  INTERNAL: {
    meaning: 'A fault of ours; nothing was charged.',
    remedy: 'Repeat the request; tell the operator its `request_id` when it happens again.',
    message: 'Something went wrong on our side; the request id helps to find out what.',
  },
  NOT_IMPLEMENTED: {
    meaning: 'This server cannot do this.',
    remedy: 'Ask the operator whether the part is switched on.',
    message: 'This server has no such part.',
  },
  QUEUE_UNAVAILABLE: {
    meaning: 'The queue cannot be reached; nothing was charged, and the request may be repeated.',
    remedy: 'Repeat the request in a moment.',
    message: 'The work queue is not reachable; nothing was charged. Repeat the request in a moment.',
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'The database cannot be reached; the request may be repeated.',
    remedy: 'Repeat the request in a moment.',
    message: 'The database is not reachable; the request was not accepted. Repeat it in a moment.',
  },
}

const REQUEST_ID = 'req_01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b'

/** Components of the document, by error code. */
export function errorExamples(): Json {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  return Object.fromEntries(
    codes.map((code) => [code, { summary: ERROR_EXAMPLES[code].meaning, value: errorExample(code) }]),
  )
}

export function errorExample(code: ErrorCode): Json {
  const { message, details } = ERROR_EXAMPLES[code]
  const { billing } = details ?? {}
  return { ...errorBody(code, message, REQUEST_ID, details), ...(billing !== undefined && { billing }) }
}
