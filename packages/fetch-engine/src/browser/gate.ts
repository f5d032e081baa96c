/** Lets a fixed number in at a time, in the order of arrival. */
export interface Gate {
  /** Waits for a place; the returned function gives it back. Rejects with the signal's reason when it aborts. */
  enter(signal: AbortSignal): Promise<() => void>
  inside(): number
  /** Turns away all who wait, now and later. */
  close(reason: Error): void
}

export function createGate(places: number): Gate {
  const waiting = new Set<{ admit: () => void; refuse: (reason: unknown) => void }>()
  let inside = 0
  let closedBecause: Error | undefined

  async function enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (closedBecause) throw closedBecause
    if (inside < places) inside += 1
    else await waitForPlace(signal)
    return onlyOnce(leave)
  }

  async function waitForPlace(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const ticket = { admit: resolve, refuse: reject }
    const giveUp = () => reject(signal.reason)
    waiting.add(ticket)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      waiting.delete(ticket)
      signal.removeEventListener('abort', giveUp)
    }
  }

  function leave(): void {
    const [next] = waiting
    // The place is handed on, so nobody who comes meanwhile can take it.
    if (next) {
      waiting.delete(next)
      next.admit()
    } else inside -= 1
  }

  function close(reason: Error): void {
    closedBecause = reason
    for (const ticket of waiting) ticket.refuse(reason)
  }

  return { enter, inside: () => inside, close }
}

function onlyOnce(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}
