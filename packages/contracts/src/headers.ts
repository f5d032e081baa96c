/** Names of the headers that the API sends. */
export const HEADERS = {
  requestId: 'X-Request-Id',
  credits: 'X-Service-Credits',
  tier: 'X-Service-Tier',
  savings: 'X-Service-Savings',
  bytes: 'X-Service-Bytes',
  cached: 'X-Service-Cached',
  replayed: 'Idempotent-Replayed',
} as const
