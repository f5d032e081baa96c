/** Names of the headers that the API sends. */
export const HEADERS = {
  requestId: 'X-Request-Id',
  credits: 'X-Service-Credits',
  tier: 'X-Service-Tier',
  savings: 'X-Service-Savings',
  bytes: 'X-Service-Bytes',
  cached: 'X-Service-Cached',
  replayed: 'Idempotent-Replayed',
  balance: 'X-Service-Balance',
  balanceWarning: 'X-Service-Balance-Warning',
  rateLimit: 'X-RateLimit-Limit',
  rateLimitRemaining: 'X-RateLimit-Remaining',
  rateLimitReset: 'X-RateLimit-Reset',
  concurrencyLimit: 'X-Concurrency-Limit',
  concurrencyCurrent: 'X-Concurrency-Current',
  retryAfter: 'Retry-After',
} as const
