import { readRetryAfter } from '@gleaner/runtime/retry-after'

/** Pauses before the second and the third attempt, in milliseconds. Source: `docs/decisions/0030-webhook-delivery.md`. */
export const RETRY_DELAYS_MS: readonly number[] = [10_000, 60_000]

/** The longest `Retry-After` of a receiver that is honoured. Source: `docs/decisions/0030-webhook-delivery.md`. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000

/** Pauses vary by so much, so that what failed together does not come again together. */
const JITTER = 0.2

/** Pause after attempt `attempt` (from 1) has failed, in milliseconds; a receiver may ask for a longer one. */
export function retryDelay(
  attempt: number,
  retryAfter: string | undefined,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): number {
  const delay = delaysMs[attempt - 1] ?? delaysMs.at(-1) ?? 0
  return Math.max(delay, pauseAskedFor(retryAfter)) * (1 + Math.random() * JITTER)
}

/** The pause that a receiver's `Retry-After` asks for, in milliseconds, within its bound; 0 for none. */
export function pauseAskedFor(retryAfter: string | undefined): number {
  return Math.min(readRetryAfter(retryAfter) ?? 0, MAX_RETRY_AFTER_MS)
}
