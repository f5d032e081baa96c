import { ApiError } from '@gleaner/contracts'
import { BOUNDED, type Taken } from '@gleaner/db'

const KINDS = {
  batch: { code: 'BATCH_LIMIT_REACHED', many: 'batches', one: 'DELETE /batch/{batch_id}' },
  crawl: { code: 'CRAWL_LIMIT_REACHED', many: 'crawls', one: 'DELETE /crawl/{crawl_id}' },
} as const

/** Throws BATCH_LIMIT_REACHED or CRAWL_LIMIT_REACHED when as many of the account's run as may. */
export function checkPlace(kind: keyof typeof KINDS, { isFull, taken }: Taken): void {
  if (!isFull) return
  const { code, many, one } = KINDS[kind]
  const { most } = BOUNDED[kind]
  throw new ApiError(
    code,
    `This account has ${taken} unfinished ${many}, and at most ${most} may run at once; wait until one has finished, or cancel one with ${one}.`,
    { [`unfinished_${many}`]: taken, limit: most },
  )
}
