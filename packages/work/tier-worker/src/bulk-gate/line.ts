import { SINGLES_LINGER_MS, TryLater } from '@gleaner/queue'

const BACK_TO_QUEUE_MS = 1_000

/** Tasks that wait for a turn: what has begun goes on before anything else begins. */
export interface BulkLine {
  /** Waits for a turn; rejects with TryLater when `signal` aborts first. */
  join(where: 'goOn' | 'begin', account: string, signal?: AbortSignal): Promise<void>
  leave(): void
  /** Tasks that wait to begin. */
  readonly toBegin: number
}

interface Waiting {
  account: string
  go(): void
}

/** `limits` says, for this moment, below how many turns that are taken an account gets another one. */
export function createBulkLine(limits: () => (account: string) => number): BulkLine {
  const waiting = { goOn: new Set<Waiting>(), begin: new Set<Waiting>() }
  let taken = 0
  let isLooking = false

  function serve(): void {
    const limitOf = limits()
    for (const { account, go } of [...waiting.goOn, ...waiting.begin])
      if (taken < limitOf(account)) {
        taken += 1
        go()
      }
    if (waiting.goOn.size + waiting.begin.size > 0) lookAgain()
  }

  /** The limits rise as time goes by. */
  function lookAgain(): void {
    if (isLooking) return
    isLooking = true
    setTimeout(() => {
      isLooking = false
      serve()
    }, SINGLES_LINGER_MS).unref()
  }

  return {
    join(where, account, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const one: Waiting = {
        account,
        go() {
          waiting[where].delete(one)
          signal?.removeEventListener('abort', quit)
          resolve()
        },
      }
      const quit = () => {
        if (waiting[where].delete(one)) reject(tryLater())
      }
      waiting[where].add(one)
      if (signal?.aborted) quit()
      else signal?.addEventListener('abort', quit, { once: true })
      serve()
      return promise
    },
    leave() {
      taken -= 1
      serve()
    },
    get toBegin() {
      return waiting.begin.size
    },
  }
}

/** The task goes back to its queue. */
export function tryLater(): TryLater {
  return new TryLater(BACK_TO_QUEUE_MS)
}
