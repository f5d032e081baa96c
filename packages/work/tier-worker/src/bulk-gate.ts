import { availableParallelism } from 'node:os'
import { BROWSER_TIERS, type Tier } from '@gleaner/contracts/tier'
import { type ScrapeTask, SINGLES_LINGER_MS, TryLater } from '@gleaner/queue'

/** Lets single scrapes go before bulk work where both need the same processor. */
export interface BulkGate {
  /**
   * Begins the work on a task. Bulk work waits for a turn; single scrapes never wait. Throws TryLater when too much bulk work waits
   * already, or when `stopping` aborts first.
   */
  begin(task: Pick<ScrapeTask, 'bulk'>, stopping: AbortSignal): Promise<Turn>
  /** Another process of this machine works on single scrapes. */
  noteSingles(): void
}

/** Disposing of it ends the work. */
export interface Turn extends Disposable {
  /** Gives the turn away for as long as `wait` takes, which needs hardly any processor. */
  whileWaiting<T>(wait: () => Promise<T>): Promise<T>
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
}

/** Bulk pages at work for each core while there are no single scrapes: some are read, others wait for Postgres or Redis. */
const ALONE_PER_CORE = 8

/** So many times as long as its turn lasted bulk work rests beside single scrapes: what is begun in the rests does not meet it. */
const REST = 4

/** What holds a turn for longer waits for something itself, as a page in a browser does: it goes on, and the next one may begin. */
const TURN_MAX_MS = 2_000

const BACK_TO_QUEUE_MS = 1_000

/**
 * While there are single scrapes, and shortly after, bulk work has half the cores, and rests after each turn four times as long as the
 * turn took. So it goes on with a tenth of the processor at most, however many single scrapes there are, and takes all of it when there are
 * none.
 */
export function createBulkGate({ maxWaiting, cores = availableParallelism() }: BulkGateOptions): BulkGate {
  const [alone, besideSingles] = [cores * ALONE_PER_CORE, Math.max(1, Math.floor(cores / 2))]
  const line = createLine(() => (areSinglesAbout() ? besideSingles : alone))
  let singles = 0
  let lastSeenAt = Number.NEGATIVE_INFINITY

  const areSinglesAbout = () => singles > 0 || performance.now() - lastSeenAt < SINGLES_LINGER_MS
  const noteSingles = () => {
    lastSeenAt = performance.now()
  }

  /** A turn that has just been given. Returns what ends it, once. */
  function take(): () => void {
    const takenAt = performance.now()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (areSinglesAbout()) setTimeout(line.leave, REST * (performance.now() - takenAt)).unref()
      else line.leave()
    }
    const timer = setTimeout(end, TURN_MAX_MS).unref()
    return end
  }

  async function bulkTurn(stopping: AbortSignal): Promise<Turn> {
    await line.join('begin', stopping)
    let end = take()
    return {
      async whileWaiting(wait) {
        end()
        try {
          return await wait()
        } finally {
          await line.join('goOn')
          end = take()
        }
      },
      [Symbol.dispose]: () => end(),
    }
  }

  function singleTurn(): Turn {
    singles += 1
    return {
      whileWaiting: (wait) => wait(),
      [Symbol.dispose]: () => {
        singles -= 1
        noteSingles()
      },
    }
  }

  return {
    async begin({ bulk }, stopping) {
      if (!bulk) return singleTurn()
      if (line.toBegin >= maxWaiting) throw new TryLater(BACK_TO_QUEUE_MS)
      return await bulkTurn(stopping)
    },
    noteSingles,
  }
}

/** Gives turns to those who wait, while fewer than `limit()` are taken: what has begun goes on before anything else begins. */
function createLine(limit: () => number) {
  const waiting = { goOn: new Set<() => void>(), begin: new Set<() => void>() }
  let taken = 0
  let isLooking = false

  function serve(): void {
    while (taken < limit()) {
      const [next] = waiting.goOn.size > 0 ? waiting.goOn : waiting.begin
      if (!next) return
      taken += 1
      next()
    }
    if (waiting.goOn.size + waiting.begin.size > 0) lookAgain()
  }

  /** The limit rises as time goes by. */
  function lookAgain(): void {
    if (isLooking) return
    isLooking = true
    setTimeout(() => {
      isLooking = false
      serve()
    }, SINGLES_LINGER_MS).unref()
  }

  return {
    /** Waits for a turn; rejects with TryLater when `signal` aborts first. */
    join(where: keyof typeof waiting, signal?: AbortSignal): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const go = () => {
        waiting[where].delete(go)
        signal?.removeEventListener('abort', quit)
        resolve()
      }
      const quit = () => {
        if (waiting[where].delete(go)) reject(new TryLater(BACK_TO_QUEUE_MS))
      }
      waiting[where].add(go)
      if (signal?.aborted) quit()
      else signal?.addEventListener('abort', quit, { once: true })
      serve()
      return promise
    },
    leave(): void {
      taken -= 1
      serve()
    },
    /** Tasks that wait to begin. */
    get toBegin() {
      return waiting.begin.size
    },
  }
}
