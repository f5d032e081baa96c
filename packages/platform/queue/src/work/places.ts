import { deadlineSignal } from '@gleaner/runtime'
import { type FixedKind, type GivenKind, WORK } from './kinds.ts'
import { createLocalFairSemaphore, type LocalFairSemaphore } from './local-fair-semaphore.ts'
import type { WorkRow } from './work-row.ts'

/** The places of this process for one kind of work. Accounts take turns, and none holds more than its share. */
export interface Places extends LocalFairSemaphore {
  /**
   * Does work in a place of the account. Its signal aborts with `signal`, and when the longest time of the kind is over. Rejects with the
   * signal's reason when that aborts while the account waits for its turn.
   */
  with<T>(account: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** Opens the places of a kind. Where its row leaves that open: how many they are, and what one account must be able to hold at `least`. */
export function openPlaces(kind: FixedKind): Places
export function openPlaces(kind: GivenKind, places: number, least?: number): Places
export function openPlaces(kind: FixedKind | GivenKind, given = 0, least = 1): Places {
  const row: WorkRow = WORK[kind]
  const permits = row.places === 'given' ? given : row.places
  const perShare = Math.min(permits, Math.max(least, row.share(permits)))
  const semaphore = createLocalFairSemaphore({ permits, perShare })
  return Object.assign(semaphore, {
    async with<T>(account: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
      using _place = await semaphore.acquire(account, signal)
      using time = deadlineSignal(row.longestMs, [signal])
      time.signal.throwIfAborted()
      return await work(time.signal)
    },
  })
}
