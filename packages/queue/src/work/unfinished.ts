import { ApiError } from '@gleaner/contracts/errors'
import { type BoundedKind, WORK } from './kinds.ts'

/** Throws CONCURRENCY_LIMITED when an account that has so many of a kind unfinished may not begin another. `what`: their name for the caller. */
export function checkUnfinished(kind: BoundedKind, unfinished: number, what: string): void {
  const limit = WORK[kind].unfinished
  if (unfinished < limit) return
  throw new ApiError(
    'CONCURRENCY_LIMITED',
    `This account has ${unfinished} unfinished ${what}, and at most ${limit} may be under way or waiting at once; wait until one has finished.`,
    { unfinished, limit },
  )
}
