import { ConnectionError, GleanerError } from '../errors.ts'
import type { Deadline } from './deadline.ts'

export interface RetryPolicy {
  maxRetries: number
  /** Whether a request may be sent again that may have arrived. */
  repeatable: boolean
}

/** Milliseconds of the first pause; each further one is twice as long. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** Nobody waits longer for a limit without being asked. */
const LONGEST_RETRY_AFTER_S = 60

/** Statuses that pass by themselves. Of 409 and 429 those do that come with `Retry-After`. */
const PASSING = new Set([408, 502, 503, 504])
const PASSING_LATER = new Set([409, 429])

/** Does `attempt` until it succeeds, or fails in a way that another attempt would not mend. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { maxRetries, repeatable }: RetryPolicy,
  deadline: Deadline,
): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await attempt()
    } catch (error) {
      deadline.check()
      // The first request is still at work: this is no failure, and it is waited for.
      if (!isAtWork(error)) failures++
      if (failures > maxRetries || !mayRepeat(error, repeatable)) throw error
      const ms = pauseBefore(error, failures)
      if (ms > deadline.left()) throw error
      await deadline.pause(ms)
    }
  }
}

export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof ConnectionError) return repeatable
  if (!(error instanceof GleanerError)) return false
  const { status = 0, code, retryAfter } = error
  if (code === 'SPEND_LIMIT_EXCEEDED') return false
  if (PASSING_LATER.has(status)) return retryAfter !== undefined && retryAfter <= LONGEST_RETRY_AFTER_S
  // With a code it is the service that answers, which has then done nothing; without one it may be a proxy that gave up waiting.
  return PASSING.has(status) && (repeatable || code !== undefined)
}

function isAtWork(error: unknown): boolean {
  return error instanceof GleanerError && error.code === 'IDEMPOTENCY_IN_PROGRESS'
}

/** As long as the service asks, or longer from time to time; by chance, so that many clients do not come back together. */
export function pauseBefore(error: unknown, failures: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS)
  const asked = error instanceof GleanerError ? (error.retryAfter ?? 0) * 1000 : 0
  return asked + longest * (asked > 0 ? Math.random() / 2 : 0.5 + Math.random() / 2)
}
