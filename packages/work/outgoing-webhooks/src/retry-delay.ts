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
  return Math.max(delay, readRetryAfter(retryAfter)) * (1 + Math.random() * JITTER)
}

/** A `Retry-After` (seconds or a date; RFC 9110, 10.2.3) in milliseconds from now, within its bound; 0 for none. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number {
  const text = value?.trim() ?? ''
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}
