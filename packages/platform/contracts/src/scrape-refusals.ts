import type { ErrorCode } from './errors.ts'

/** Why a scrape is refused before anything is done for it: one alone, in a batch, and the pages of a crawl. */
export const SCRAPE_REFUSALS = [
  'URL_NOT_ALLOWED',
  'SESSION_COOKIES_CONFLICT',
  'SESSION_NOT_FOUND',
  'SESSION_INACTIVE',
  'SESSION_EXPIRED',
  'SESSION_DOMAIN_MISMATCH',
  'BUDGET_EXCEEDED',
] as const satisfies ErrorCode[]
