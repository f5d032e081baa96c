import { fnv1a, mix32 } from '@gleaner/runtime/hash'
import { MINUTE_MS } from '@gleaner/runtime/units'

/** Starts are spread over a twentieth of the least time between two, and over five minutes at most: an hourly one over three minutes. */
const SHARE = 1 / 20
const MOST_MS = 5 * MINUTE_MS

/**
 * How long after its times something starts, in whole ms: always the same for an id, so that the time between two stays. Without it all that is
 * hourly would start in one second.
 */
export function spreadMs(id: string, leastGapMs: number): number {
  const window = Math.min(SHARE * leastGapMs, MOST_MS)
  return Math.floor((mix32(fnv1a(id)) / 2 ** 32) * window)
}
