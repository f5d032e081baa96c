import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from './unavailable.ts'

const RETRY_EVERY_MS = 250

/**
 * Does `work` again while Postgres is away, for `patienceMs` at most; then throws the last error. A statement may have been
 * committed although its answer was lost, so only work that may run twice belongs here.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() >= giveUpAt) throw error
      await sleep(RETRY_EVERY_MS)
    }
  }
}
