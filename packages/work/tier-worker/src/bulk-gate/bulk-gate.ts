import { availableParallelism } from 'node:os'
import { BROWSER_TIERS, type Tier } from '@gleaner/contracts/tier'
import type { ScrapeTask } from '@gleaner/queue'
import { createBulkLine, tryLater } from './line.ts'
import { createRecentUse } from './recent-use.ts'
import { createSinglesAbout } from './singles-about.ts'

/** Lets single scrapes go before bulk work where both need the same processor, as long as their accounts use it moderately. */
export interface BulkGate {
  /**
   * Begins the work on a task. Bulk work waits for a turn; single scrapes never wait. Throws TryLater when too much bulk work waits
   * already, or when `stopping` aborts first.
   */
  begin(task: Pick<ScrapeTask, 'accountId' | 'bulk'>, stopping: AbortSignal): Promise<Turn>
  /** Another process of this machine works on single scrapes. */
  noteSingles(): void
}

/** Disposing of it ends the work. */
export interface Turn extends Disposable {
  /** Gives the turn away for as long as `wait` takes, which needs hardly any processor. */
  whileWaiting<T>(wait: () => Promise<T>): Promise<T>
  /** Whether its page is to be read with the processor time that nobody else wants. */
  isBackground(): boolean
}

/** Gives the turn away while a tier without a browser waits for its target; a browser is at work all the time. */
export function fetchInTurn<T>(tier: Tier, turn: Turn, fetch: () => Promise<T>): Promise<T> {
  return BROWSER_TIERS.has(tier) ? fetch() : turn.whileWaiting(fetch)
}

export interface BulkGateOptions {
  /** Bulk tasks that may wait here to begin; further ones go back to their queue. */
  maxWaiting: number
  /** Default: those of this process. */
  cores?: number
  /** A clock in milliseconds. Default: the process's. */
  now?: () => number
}

/** Bulk pages at work for each core while none is behind: some are read, others wait for Postgres or Redis. */
const AHEAD_PER_CORE = 8

/** So many times as long as its turn lasted bulk work rests behind single scrapes: what is begun in the rests does not meet it. */
const REST = 4

/** What holds a turn for longer waits for something itself, as a page in a browser does: it goes on, and the next one may begin. */
const TURN_MAX_MS = 2_000

/** Work of an account that has used less lately is as small as a few pages, and is behind nobody. */
const SMALL_MS = 250

/** An account's single scrapes go first until it has used so many times as much lately as the account of the other work. */
const FIRST_UNTIL = { bulk: 8, single: 0.5 } as const

/**
 * An account's work is behind while single scrapes of an account that has used little in comparison are about, or were a moment ago: a long
 * batch makes room for anybody's scrapes, and a flood of scrapes holds up neither a small crawl nor another account's scrapes. Behind them,
 * bulk work has half the cores and rests after each turn four times as long as the turn took, so that it goes on with a tenth of the
 * processor at most; pages of single scrapes are read in the background.
 */
export function createBulkGate(options: BulkGateOptions): BulkGate {
  const { maxWaiting, cores = availableParallelism(), now = () => performance.now() } = options
  const turns = { ahead: cores * AHEAD_PER_CORE, behind: Math.max(1, Math.floor(cores / 2)) }
  const bulkUse = createRecentUse(now)
  const singles = createSinglesAbout(now)

  const isBehind = (kind: keyof typeof FIRST_UNTIL, ownUse: number, othersUse = singles.leastUse()) =>
    ownUse > SMALL_MS && othersUse <= FIRST_UNTIL[kind] * ownUse
  const isBulkBehind = (account: string, othersUse?: number) =>
    isBehind('bulk', bulkUse.of(account), othersUse)

  const line = createBulkLine(() => {
    const othersUse = singles.leastUse()
    return (account) => (isBulkBehind(account, othersUse) ? turns.behind : turns.ahead)
  })

  /** A turn that has just been given. Returns what ends it, once. */
  function take(account: string): () => void {
    const takenAt = now()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const workedMs = now() - takenAt
      bulkUse.add(account, workedMs)
      if (isBulkBehind(account)) setTimeout(line.leave, REST * workedMs).unref()
      else line.leave()
    }
    const timer = setTimeout(end, TURN_MAX_MS).unref()
    return end
  }

  async function bulkTurn(account: string, stopping: AbortSignal): Promise<Turn> {
    await line.join('begin', account, stopping)
    let end = take(account)
    return {
      async whileWaiting(wait) {
        end()
        try {
          return await wait()
        } finally {
          await line.join('goOn', account)
          end = take(account)
        }
      },
      // What begins beside it while its page is read goes first as well.
      isBackground: () => !singles.areAbout() || isBulkBehind(account),
      [Symbol.dispose]: () => end(),
    }
  }

  function singleTurn(account: string): Turn {
    const single = singles.begin(account)
    return {
      async whileWaiting(wait) {
        const waitsSince = now()
        try {
          return await wait()
        } finally {
          single.waited(now() - waitsSince)
        }
      },
      isBackground: () => isBehind('single', singles.useOf(account)),
      [Symbol.dispose]: single.end,
    }
  }

  return {
    async begin({ accountId, bulk }, stopping) {
      if (!bulk) return singleTurn(accountId)
      if (line.toBegin >= maxWaiting) throw tryLater()
      return await bulkTurn(accountId, stopping)
    },
    noteSingles: singles.note,
  }
}
