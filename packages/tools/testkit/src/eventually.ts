import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20

/**
 * Repeats a check until it does not throw, and returns its result; after `timeoutMs` (default two minutes, so that a busy machine fails nothing) throws what the last
 * try threw. For what happens soon, but at no known moment.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 120_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() >= deadline) throw error
      await sleep(POLL_MS)
    }
  }
}
