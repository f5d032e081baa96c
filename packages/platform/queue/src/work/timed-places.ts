import { deadlineSignal } from '@gleaner/runtime'
import {
  createLocalFairSemaphore,
  type LocalFairSemaphore,
  type LocalFairSemaphoreOptions,
} from './local-fair-semaphore.ts'

/** The places of this process for one kind of work. Accounts take turns, and none holds more than its share. */
export interface TimedPlaces extends Omit<LocalFairSemaphore, 'acquire'> {
  /**
   * Does work in a place of the account. Its signal aborts with `signal`, and when the longest time of the kind is over. Rejects with the
   * signal's reason when that aborts while the account waits for its turn.
   */
  with<T>(account: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** Places that are held for so many ms at most. */
export function createTimedPlaces(
  permits: LocalFairSemaphoreOptions,
  longestMs: number,
): TimedPlaces & LocalFairSemaphore {
  const semaphore = createLocalFairSemaphore(permits)
  return Object.assign(semaphore, {
    async with<T>(account: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
      using _place = await semaphore.acquire(account, signal)
      using time = deadlineSignal(longestMs, [signal])
      time.signal.throwIfAborted()
      return await work(time.signal)
    },
  })
}
