/** What work that is made again and again is refused for: as a request of its own would be. */
export const OF_WORK = [
  'URL_NOT_ALLOWED',
  'SESSION_DOMAIN_MISMATCH',
  'SESSION_COOKIES_CONFLICT',
  'SESSION_NOT_FOUND',
  'SESSION_EXPIRED',
  'SESSION_INACTIVE',
  'INSUFFICIENT_BALANCE',
  'BUDGET_EXCEEDED',
  'CONFLICT',
] as const
