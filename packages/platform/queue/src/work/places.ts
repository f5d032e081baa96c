import { type FixedKind, type GivenKind, type TimedKind, WORK } from './kinds.ts'
import type { LocalFairSemaphore } from './local-fair-semaphore.ts'
import { createTimedPlaces, type TimedPlaces } from './timed-places.ts'
import type { WorkRow } from './work-row.ts'

/** Places whose work ends by itself, or with its job. */
export interface Places extends TimedPlaces, Pick<LocalFairSemaphore, 'acquire'> {}

/**
 * Opens the places of this process for a kind of work. Where its row leaves that open: how many they are, and what one account must be able
 * to hold at `least`.
 */
export function openPlaces(kind: TimedKind): TimedPlaces
export function openPlaces(kind: FixedKind): Places
export function openPlaces(kind: 'browser-page', places: number): TimedPlaces
export function openPlaces(kind: Exclude<GivenKind, 'browser-page'>, places: number, least?: number): Places
export function openPlaces(kind: FixedKind | GivenKind, given = 0, least = 1): Places {
  const row: WorkRow = WORK[kind]
  const permits = row.places === 'given' ? given : row.places
  const perShare = Math.min(permits, Math.max(least, row.share(permits)))
  return createTimedPlaces({ permits, perShare }, row.longestMs)
}
