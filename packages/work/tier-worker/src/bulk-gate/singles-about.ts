import { SINGLES_LINGER_MS } from '@gleaner/queue'
import { createRecentUse } from './recent-use.ts'

/** The single scrapes that are at work on this machine or were a moment ago. */
export interface SinglesAbout {
  /** One of the account begins. Returns what ends it. */
  begin(account: string): () => void
  /** One of the account has taken so much processor time. */
  used(account: string, cpuMs: number): void
  /** Another process of this machine works on some: they count as those of one account, with one page at work. */
  note(): void
  areAbout(): boolean
  /** What the account has used lately that has used least of those about, in milliseconds; Infinity when none is about. */
  leastUse(): number
  useOf(account: string): number
}

interface Seen {
  atWork: number
  lastAt: number
}

const ELSEWHERE = 'elsewhere'

export function createSinglesAbout(now: () => number): SinglesAbout {
  const use = createRecentUse(now)
  const accounts = new Map<string, Seen>()
  const isAbout = ({ atWork, lastAt }: Seen) => atWork > 0 || now() - lastAt < SINGLES_LINGER_MS

  function see(account: string, change: number): void {
    const atWork = (accounts.get(account)?.atWork ?? 0) + change
    accounts.set(account, { atWork, lastAt: now() })
  }

  function leastUse(): number {
    let least = Number.POSITIVE_INFINITY
    for (const [account, seen] of accounts)
      if (isAbout(seen)) least = Math.min(least, use.of(account))
      else accounts.delete(account)
    return least
  }

  return {
    begin(account) {
      see(account, 1)
      return () => see(account, -1)
    },
    used: use.add,
    note() {
      const seen = accounts.get(ELSEWHERE)
      if (seen && isAbout(seen)) use.add(ELSEWHERE, now() - seen.lastAt)
      see(ELSEWHERE, 0)
    },
    areAbout: () => leastUse() < Number.POSITIVE_INFINITY,
    leastUse,
    useOf: use.of,
  }
}
