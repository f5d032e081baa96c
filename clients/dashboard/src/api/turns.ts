/** Between one and the next after a refusal, in milliseconds: mostly it is answered by then. */
const STEP_MS = 250

interface Waiter {
  rank: number
  go: () => void
}

interface Turn {
  isRead: boolean
  /** It had a turn, and was refused: it goes before those that had none. */
  isRefused: boolean
  signal: AbortSignal | undefined
}

/** Lets everybody go at once, until `shut`: then nobody goes for a while, and after that one after the other until none waits. */
export function createTurns({ onFree }: { onFree: () => void }) {
  const waiters: Waiter[] = []
  let openAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }

  function next(): void {
    timer = undefined
    const ms = openAt - Date.now()
    const first = ms > 0 ? undefined : waiters.shift()
    if (ms > 0 || first) schedule(Math.max(ms, STEP_MS))
    else onFree()
    first?.go()
  }

  return {
    shut(ms: number): void {
      openAt = Math.max(openAt, Date.now() + ms)
      schedule(openAt - Date.now())
    },

    take({ isRead, isRefused, signal }: Turn): Promise<void> {
      if (timer === undefined && waiters.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const waiter = { rank: (isRead ? 2 : 0) + (isRefused ? 0 : 1), go: () => settle(resolve) }
        const abort = () => {
          const at = waiters.indexOf(waiter)
          if (at >= 0) waiters.splice(at, 1)
          settle(() => reject(signal!.reason))
        }
        const settle = (end: () => void) => {
          signal?.removeEventListener('abort', abort)
          end()
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', abort, { once: true })
        const before = waiters.findIndex(({ rank }) => rank > waiter.rank)
        waiters.splice(before < 0 ? waiters.length : before, 0, waiter)
      })
    },
  }
}
