import type { WindowLimit } from '@gleaner/contracts'
import { networkKeyOf, type RateLimits } from '@gleaner/rate-limits'
import type { Request } from 'express'
import { rateLimited } from './rate-limited.ts'

/** Bounds how often an address may be wrong about who it is. */
export interface GuessLimit {
  /** Throws RATE_LIMITED for an address that was wrong too often. */
  check(request: Pick<Request, 'ip'>): void
  /** Counts a credential that was none; throws RATE_LIMITED when it was one too many. */
  failed(request: Pick<Request, 'ip'>): Promise<void>
}

/** Many customers may share an address, and one of them may repeat a revoked key all day. */
const FAILURES: WindowLimit = { requests: 100, seconds: 60 }
const ADDRESSES_MAX = 10_000

/**
 * Failures are counted over all gateways; which addresses are over the limit each of them learns when it counts one, so that
 * nothing is asked before a good credential is verified.
 */
export function createGuessLimit(limits: RateLimits): GuessLimit {
  /** Until when, in ms of this process's clock. */
  const closedUntil = new Map<string, number>()
  const refusal = (seconds: number) =>
    rateLimited('Too many requests of your address had no valid credentials', seconds)

  return {
    check(request) {
      if (closedUntil.size === 0) return
      const network = networkKeyOf(request.ip ?? '')
      const waitMs = (closedUntil.get(network) ?? 0) - performance.now()
      if (waitMs > 0) throw refusal(Math.ceil(waitMs / 1000))
      closedUntil.delete(network)
    },
    async failed(request) {
      const address = request.ip ?? ''
      const wait = await limits.admitAddress(address, 'failed authentication', FAILURES)
      if (wait === 0) return
      if (closedUntil.size >= ADDRESSES_MAX) closedUntil.clear()
      closedUntil.set(networkKeyOf(address), performance.now() + wait * 1000)
      throw refusal(wait)
    },
  }
}
