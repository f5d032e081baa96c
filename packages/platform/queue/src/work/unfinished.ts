import { ApiError } from '@gleaner/contracts/errors'
import { type BoundedKind, WORK } from './kinds.ts'

/** Some of the account's work may have ended by then. */
const RETRY_AFTER_SECONDS = 5

/** Throws CONCURRENCY_LIMITED when an account that has so many of a kind unfinished may not begin another. `what`: their name for the caller. */
export function checkUnfinished(kind: BoundedKind, unfinished: number, what: string): void {
  const limit = WORK[kind].unfinished
  if (unfinished < limit) return
  throw tooMuchAtOnce(
    kind,
    unfinished,
    `This account has ${unfinished} unfinished ${what}, and at most ${limit} may be under way or waiting at once; wait until one has finished.`,
  )
}

/** The refusal of work of an account that has so many of a kind unfinished. */
export function tooMuchAtOnce(kind: BoundedKind, unfinished: number, message: string): ApiError {
  const details = { unfinished, limit: WORK[kind].unfinished, retry_after_seconds: RETRY_AFTER_SECONDS }
  return new ApiError('CONCURRENCY_LIMITED', message, details)
}
