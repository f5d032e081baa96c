import { setTimeout as delay } from 'node:timers/promises'

/** Waits `ms` milliseconds; rejects with the signal's reason when `signal` aborts first. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : undefined)
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}
