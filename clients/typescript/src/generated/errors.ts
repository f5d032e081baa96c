// Written by `pnpm docs` from the OpenAPI document. Do not edit.
export const ERRORS = {
  INVALID_REQUEST: {
    status: 400,
    remedy: 'Mend what `details.issues` names: each issue has the `path` of a field and what it should be.',
  },
  INVALID_JSON: { status: 400, remedy: 'Send the body as JSON, with `Content-Type: application/json`.' },
  URL_NOT_ALLOWED: {
    status: 400,
    remedy: 'Use a public http or https address. On a server of your own `EGRESS_ALLOW` opens private ones.',
  },
  SESSION_DOMAIN_MISMATCH: {
    status: 400,
    remedy: "Use a session of the page's domain; `details` names both.",
  },
  SESSION_COOKIES_CONFLICT: { status: 400, remedy: 'Send `session_id` or `cookies`, not both.' },
  UNAUTHENTICATED: {
    status: 401,
    remedy:
      'Send a valid key as `X-API-Key` or `Authorization: Bearer`, or an access token where a person has to sign in.',
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    remedy:
      'Add credits (`POST /billing/checkout`), or ask for less: `details` has `needed_credits` and `available_credits`.',
  },
  FORBIDDEN: {
    status: 403,
    remedy: 'Use a key with the scope, or a role in the organization, that the message names.',
  },
  NOT_FOUND: { status: 404, remedy: 'Check the id, and for whom you act (`X-Organization-Id`).' },
  JOB_NOT_FOUND: {
    status: 404,
    remedy: 'Check the id and the key: jobs are seen by the account that made them.',
  },
  SESSION_NOT_FOUND: { status: 404, remedy: 'Check the id; `GET /sessions` lists those you may use.' },
  METHOD_NOT_ALLOWED: { status: 405, remedy: 'Use a method that the `Allow` header lists.' },
  REQUEST_TIMEOUT: { status: 408, remedy: 'Send the body faster, or a smaller one.' },
  CONFLICT: { status: 409, remedy: 'Choose another name, or read what there is first.' },
  CANCELLED: { status: 409, remedy: 'Ask again if the page is wanted after all.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    remedy: 'Repeat the request in a moment: it is then given the first answer.',
  },
  JOB_EXPIRED: {
    status: 410,
    remedy: 'Scrape the page again; fetch results within 24 hours, or have them sent to a webhook.',
  },
  SESSION_EXPIRED: {
    status: 410,
    remedy: 'Bring it new cookies with `POST /sessions/{session_id}/refresh`.',
  },
  SESSION_INACTIVE: { status: 410, remedy: 'Make a new session; a deleted one does not come back.' },
  PAYLOAD_TOO_LARGE: { status: 413, remedy: 'Send less at once; a batch may be split.' },
  UNSUPPORTED_CONTENT_TYPE: {
    status: 415,
    remedy: 'Images are read with `mode: "ocr"`; video, sound and archives are not.',
  },
  ALL_TIERS_FAILED: {
    status: 422,
    remedy: 'The message says what each tier met and what may help; `billing.escalations` lists the tries.',
  },
  BUDGET_EXCEEDED: { status: 422, remedy: 'Raise `cost_controls.max_credits`, or ask for fewer options.' },
  EXTRACTION_FAILED: {
    status: 422,
    remedy: 'Ask for `raw` or `include_raw_html` and read the page yourself; the message names the cause.',
  },
  OUTCOME_UNKNOWN: {
    status: 422,
    remedy: 'Look at the target whether the request took effect, then repeat it or not.',
  },
  RESOURCE_LIMIT_EXCEEDED: {
    status: 422,
    remedy: 'Ask for a smaller page, or without a browser (`mode: "html"`).',
  },
  IDEMPOTENCY_CONFLICT: { status: 422, remedy: 'Use a new `Idempotency-Key` for a new request.' },
  RATE_LIMITED: { status: 429, remedy: 'Wait as many seconds as `Retry-After` says.' },
  CONCURRENCY_LIMITED: {
    status: 429,
    remedy: 'Wait for a request to end, or send `sync: false` or a batch.',
  },
  SPEND_LIMIT_EXCEEDED: {
    status: 429,
    remedy: 'Raise the limit (`PUT /account/limits`, `/api-keys/{id}/limits`), or wait for its next period.',
  },
  SESSION_LIMIT_REACHED: { status: 429, remedy: 'Delete sessions that are not needed.' },
  BATCH_LIMIT_REACHED: { status: 429, remedy: 'Wait for a batch to end, or cancel one.' },
  CRAWL_LIMIT_REACHED: { status: 429, remedy: 'Wait for a crawl to end, or cancel one.' },
  INTERNAL: {
    status: 500,
    remedy: 'Repeat the request; tell the operator its `request_id` when it happens again.',
  },
  NOT_IMPLEMENTED: { status: 501, remedy: 'Ask the operator whether the part is switched on.' },
  QUEUE_UNAVAILABLE: { status: 502, remedy: 'Repeat the request in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, remedy: 'Repeat the request in a moment.' },
} as const satisfies Record<string, { status: number; remedy: string }>
