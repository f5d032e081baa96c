import { WORK } from '@gleaner/queue/work'
import { GRACE_MS, type MapKind } from './map.ts'

/**
 * How long a map may take altogether from when it is asked for, in ms: waiting for a place, until all that its account has asked for before is
 * made at least, then the caller's `timeout` for making it.
 */
export function deadlineMs(kind: MapKind, timeoutSeconds: number, secondsBefore: number): number {
  const { places, share, longestWaitMs } = WORK[kind]
  const waitMs = Math.max(longestWaitMs, (secondsBefore * 1_000) / share(places))
  return waitMs + timeoutSeconds * 1_000 + GRACE_MS
}

/** For writing the reply down, in ms. */
const SETTLE_MS = 5_000
/** With less than this nothing can be read, in ms. */
const LEAST_MS = 1_000

/** The time for making a map of which so much is left before its deadline, in ms; undefined when it is too late to begin. */
export function makingMs(timeoutSeconds: number, leftMs: number): number | undefined {
  const ms = Math.min(timeoutSeconds * 1_000, leftMs - SETTLE_MS)
  return ms >= Math.min(LEAST_MS, timeoutSeconds * 1_000) ? ms : undefined
}
