/** A fixed number of permits, granted in the order of arrival. */
export interface Semaphore {
  /** Waits for a permit; the returned function gives it back. Rejects with the signal's reason when it aborts. */
  acquire(signal: AbortSignal): Promise<() => void>
  held(): number
  /** Rejects all waiters, now and later. */
  close(reason: Error): void
}

export function createSemaphore(permits: number): Semaphore {
  const waiting = new Set<{ grant: () => void; refuse: (reason: unknown) => void }>()
  let held = 0
  let closedBecause: Error | undefined

  async function acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (closedBecause) throw closedBecause
    if (held < permits) held += 1
    else await waitForPermit(signal)
    return onlyOnce(release)
  }

  async function waitForPermit(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { grant: resolve, refuse: reject }
    const giveUp = () => reject(signal.reason)
    waiting.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      waiting.delete(waiter)
      signal.removeEventListener('abort', giveUp)
    }
  }

  function release(): void {
    const [next] = waiting
    // The permit is handed on, so nobody who comes meanwhile can take it.
    if (next) {
      waiting.delete(next)
      next.grant()
    } else held -= 1
  }

  function close(reason: Error): void {
    closedBecause = reason
    for (const waiter of waiting) waiter.refuse(reason)
  }

  return { acquire, held: () => held, close }
}

function onlyOnce(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}
