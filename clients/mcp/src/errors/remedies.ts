/** What an agent does about an error of the API, by its code. */
export const REMEDIES: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Mend the named argument and call the tool again.',
  INVALID_JSON: 'Mend the arguments and call the tool again.',
  URL_NOT_ALLOWED: 'Use a public http or https address; private and blocked hosts are never fetched.',
  SESSION_DOMAIN_MISMATCH: 'Use a session of the domain of the page: the tool account lists them.',
  SESSION_COOKIES_CONFLICT: 'Leave the session out.',
  UNAUTHENTICATED:
    'The key is missing, wrong or revoked. Tell the person to connect again or to send a valid API key; nothing works until then.',
  INSUFFICIENT_BALANCE:
    'There are too few credits. Tell the person what the tool account says, or ask for less: fewer pages, a lower max_tier.',
  FORBIDDEN:
    'This key may not do that. Tell the person which scope the message names; another key is needed for it.',
  NOT_FOUND: 'Check the id: it is one that a tool of this account has given.',
  JOB_NOT_FOUND: 'Check the id: it is one that a tool of this account has given.',
  SESSION_NOT_FOUND: 'Check the session: the tool account lists them.',
  METHOD_NOT_ALLOWED: 'The server is older than this tool; use another tool.',
  REQUEST_TIMEOUT: 'Call the tool again.',
  CONFLICT: 'Look with check_work how far it is, and do what the message says.',
  CANCELLED: 'It was cancelled. Begin anew if it is still wanted.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is at work. Wait a second and call the tool again.',
  IDEMPOTENCY_CONFLICT: 'Call the tool again.',
  JOB_EXPIRED: 'Results are kept for a day. Scrape the page again.',
  SESSION_EXPIRED: 'The login has ended. Ask the person to sign in anew and to refresh the session.',
  SESSION_INACTIVE: 'The session is not in use any more. Use another one: the tool account lists them.',
  PAYLOAD_TOO_LARGE: 'Send less.',
  UNSUPPORTED_CONTENT_TYPE: 'The address is no page or document that can be read. Use another address.',
  ALL_TIERS_FAILED:
    'The site did not give the page. Nothing was charged. Read in the message why: a wrong or dead address needs another one; where the site blocks, try max_tier "5" or another country once; where it was slow, a longer timeout. If it fails again, use another source.',
  BUDGET_EXCEEDED:
    'The page needs more than max_credits or max_tier allows. Raise it if the person agrees, or leave the page out.',
  EXTRACTION_FAILED:
    'No fields could be read. Simplify the schema, or read the page with scrape. A prompt needs a key for a language model in the account.',
  OUTCOME_UNKNOWN: 'It may have taken effect at the site. Look there before you do it again.',
  RESOURCE_LIMIT_EXCEEDED: 'The page is too large or too slow to be read. Use a smaller page of the site.',
  RATE_LIMITED: 'Too many requests in a minute. Wait, then call the tool again.',
  CONCURRENCY_LIMITED: 'Too much at once. Wait until another call has ended, then call the tool again.',
  SPEND_LIMIT_EXCEEDED: 'A spend limit of the account or key is reached. Tell the person.',
  SESSION_LIMIT_REACHED: 'The account has as many sessions as it may. Tell the person.',
  BATCH_LIMIT_REACHED: 'Five batches are at work. Wait for one of them with check_work, or cancel one.',
  CRAWL_LIMIT_REACHED: 'Five crawls are at work. Wait for one of them with check_work, or cancel one.',
  INTERNAL:
    'A fault of the service. Call the tool again once; if it fails again, tell the person the request_id.',
  NOT_IMPLEMENTED: 'The service does not do that. Do without it.',
  QUEUE_UNAVAILABLE: 'The service is busy. Wait two seconds and call the tool again.',
  SERVICE_UNAVAILABLE: 'The service is busy. Wait two seconds and call the tool again.',
}

/** What an agent does when the client has no answer of the API to tell of, by the name of its error. */
export const WITHOUT_ANSWER: Readonly<Record<string, { code: string; remedy: string }>> = {
  ConnectionError: {
    code: 'NO_ANSWER',
    remedy:
      'The service cannot be reached. Tell the person to look whether it runs, and whether GLEANER_URL is its address.',
  },
  TimeoutError: {
    code: 'TIMEOUT',
    remedy: 'The service has not answered in time. Call the tool again once; then tell the person.',
  },
}
