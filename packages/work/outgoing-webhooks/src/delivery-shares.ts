import { DELIVERIES_OF_FREE } from '@gleaner/queue/work'

/**
 * What one account may take of the sending of webhooks, over all of its hosts, endpoints and keys. Bounds that grow with an account's
 * spend tier are given for each rate-limit token that it has a minute (`SPEND_TIERS`).
 */
export const DELIVERY_SHARES = {
  /** Of the places and bytes of a process that are free. */
  ofFree: DELIVERIES_OF_FREE,
  /** Deliveries under way over the fleet, in times of what one host gets. */
  hosts: 2,
  /** Attempts a minute, and bytes of their bodies. What is beyond waits in turn. */
  attemptsPerToken: 10,
  bytesPerToken: 1_000_000,
  /** Deliveries that may wait, and the most of any account. Above it work that would be told is refused. */
  waitingPerToken: 100,
  mostWaiting: 50_000,
} as const

/** How many deliveries of an account with so many rate-limit tokens a minute may wait before it is refused work that adds to them. */
export function mostWaiting(tokensPerMinute: number): number {
  return Math.min(DELIVERY_SHARES.waitingPerToken * tokensPerMinute, DELIVERY_SHARES.mostWaiting)
}
