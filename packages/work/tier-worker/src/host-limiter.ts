import type { FairSemaphore } from '@gleaner/queue'
import { placeOf, type Resource } from '@gleaner/queue/work'

/** The fleet's limits on requests to one host: how many at once, how soon after each other, and the host's Retry-After. */
export interface HostLimiter {
  /** Resource of the fair semaphore of which a request to the host needs a permit. */
  resourceOf(host: string): Resource
  /** Least time between the starts of two requests to one host, in milliseconds. */
  readonly gapMs: number
  /** Lets no request to the host start for so long, in milliseconds, unless that is longer than the operator allows. */
  pause(host: string, retryAfterMs: number): Promise<void>
}

export interface HostLimits {
  gapMs: number
  /** A host's Retry-After up to this long is waited for by everybody, in milliseconds; a longer one is a refusal. */
  maxRetryAfterMs: number
}

/** The limit on requests at once is the `defaultPermits` of the semaphore. */
export function createHostLimiter(
  semaphore: Pick<FairSemaphore, 'closeFor'>,
  { gapMs, maxRetryAfterMs }: HostLimits,
): HostLimiter {
  const resourceOf = (host: string) => placeOf('host', host)
  return {
    resourceOf,
    gapMs,
    async pause(host, retryAfterMs) {
      if (retryAfterMs <= 0 || retryAfterMs > maxRetryAfterMs) return
      await semaphore.closeFor(resourceOf(host), retryAfterMs)
    },
  }
}
