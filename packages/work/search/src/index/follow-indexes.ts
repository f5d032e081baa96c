import { setTimeout as sleep } from 'node:timers/promises'
import { eachAlone, type Pool } from '@gleaner/db'
import { followedAccounts, followPages } from './follow-pages.ts'

/** Of the time, for what no request waits for: scrapes that run beside it keep the machine. */
const SHARE = 0.25
const ACCOUNTS_AT_ONCE = 1_000

/**
 * Reads new pages into the indexes of all accounts that have searched lately, one slice of each in turn, until none has any or `signal`
 * aborts. Returns how many pages were read. An account that fails keeps no other, and is left for this time.
 */
export async function followIndexes(pool: Pool, signal: AbortSignal): Promise<number> {
  let waiting = await followedAccounts(pool, ACCOUNTS_AT_ONCE)
  let read = 0
  const faults: unknown[] = []
  while (waiting.length > 0 && !signal.aborted) {
    const more: string[] = []
    const follow = async (accountId: string) => {
      if (signal.aborted) return
      const startedAt = performance.now()
      const pages = await followPages(pool, accountId)
      if (pages === 0) return
      read += pages
      more.push(accountId)
      await sleep((performance.now() - startedAt) * (1 / SHARE - 1), undefined, { signal }).catch(() => {})
    }
    await eachAlone(waiting, follow).catch((fault: unknown) => faults.push(fault))
    waiting = more
  }
  if (faults.length > 0) throw new AggregateError(faults, 'pages of some accounts could not be read')
  return read
}
