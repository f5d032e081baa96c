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
  /** So much processor time it has taken, in milliseconds, besides what each page takes. */
  used(cpuMs: number): void
  /** Whether its page is to be read with the processor time that nobody else wants. */
  isBackground(): boolean
}

/** Gives the turn away while a tier without a browser waits for its target; a browser is at work all the time. */
export function fetchInTurn<T>(tier: Tier, turn: Turn, fetch: () => Promise<T>): Promise<T> {
  if (!BROWSER_TIERS.has(tier)) return turn.whileWaiting(fetch)
  turn.used(BROWSER_PAGE_MS)
  return fetch()
}

/** Processor time of a page besides its reading, and of one in a browser: see "Speed and cost" in docs/benchmarks.md. */
const PAGE_MS = 5
const BROWSER_PAGE_MS = 200

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
/** On a machine that is busy with something else, a turn lasts long without having taken anything from anybody. */
const REST_MAX_MS = 500

/** What holds a turn for longer waits for something itself, as a page in a browser does: it goes on, and the next one may begin. */
const TURN_MAX_MS = 2_000

/**
 * Work of an account that has used less processor time lately is behind nobody: a few pages of bulk work, a third of a core for single
 * scrapes. `firstUntil`: the single scrapes of another account go first until that has used so many times as much.
 */
const BEHIND = { bulk: { smallMs: 250, firstUntil: 8 }, single: { smallMs: 1_000, firstUntil: 0.5 } } as const

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

  const isBehind = (kind: keyof typeof BEHIND, ownUse: number, othersUse = singles.leastUse()) =>
    ownUse > BEHIND[kind].smallMs && othersUse <= BEHIND[kind].firstUntil * ownUse
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
      const restMs = Math.min(REST_MAX_MS, REST * (now() - takenAt))
      if (isBulkBehind(account)) setTimeout(line.leave, restMs).unref()
      else line.leave()
    }
    const timer = setTimeout(end, TURN_MAX_MS).unref()
    return end
  }

  async function bulkTurn(account: string, stopping: AbortSignal): Promise<Turn> {
    await line.join('begin', account, stopping)
    bulkUse.add(account, PAGE_MS)
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
      used: (cpuMs) => bulkUse.add(account, cpuMs),
      // What begins beside it while its page is read goes first as well.
      isBackground: () => !singles.areAbout() || isBulkBehind(account),
      [Symbol.dispose]: () => end(),
    }
  }

  function singleTurn(account: string): Turn {
    const end = singles.begin(account)
    singles.used(account, PAGE_MS)
    return {
      whileWaiting: (wait) => wait(),
      used: (cpuMs) => singles.used(account, cpuMs),
      isBackground: () => isBehind('single', singles.useOf(account)),
      [Symbol.dispose]: end,
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
