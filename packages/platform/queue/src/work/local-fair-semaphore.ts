export interface LocalFairSemaphoreOptions {
  /** Permits that there are. */
  permits: number
  /** Most of them that one share may hold. Default: all. */
  perShare?: number
}

/**
 * A semaphore of this process whose permits go to shares (accounts) in turn: a share that asks for many delays itself
 * alone.
 */
export interface LocalFairSemaphore {
  /**
   * Waits for a permit, which is released by disposing of it. `share` names whose it is (an account). Rejects with the
   * signal's reason when `signal` aborts first. `size`: how many permits, all at once; at most `perShare`.
   */
  acquire(share: string, signal?: AbortSignal, size?: number): Promise<Permit>
  /** How many wait. */
  readonly waiting: number
  /** Whether a permit for the share is free at this moment. */
  mayTake(share: string): boolean
  /** Shares that hold permits, and those of them that may hold no more. */
  holders(): { some: string[]; most: string[] }
}

/** Permits that are held. Disposing of it releases all of them. */
export interface Permit extends Disposable {
  /** How many they are. */
  readonly size: number
  /** Releases all but `size` of them. */
  shrinkTo(size: number): void
}

interface Waiter {
  size: number
  grant(): void
}

interface Share {
  held: number
  waiting: Set<Waiter>
}

/**
 * The next permit goes to the share that holds the fewest; among equals to the one that was served longest ago. A share
 * whose turn it is waits until all the permits that it asks for are free, so that smaller requests do not starve it.
 */
export function createLocalFairSemaphore({
  permits,
  perShare = permits,
}: LocalFairSemaphoreOptions): LocalFairSemaphore {
  const shares = new Map<string, Share>()
  let free = permits

  function serve(): void {
    while (free > 0) {
      const next = nextShare()
      if (!next) return
      const [name, share] = next
      const waiter = first(share)!
      if (waiter.size > free) return
      share.waiting.delete(waiter)
      share.held += waiter.size
      free -= waiter.size
      // The Map's order is the order of turns.
      shares.delete(name)
      shares.set(name, share)
      waiter.grant()
    }
  }

  function nextShare(): [string, Share] | undefined {
    let chosen: [string, Share] | undefined
    for (const entry of shares) {
      const [, share] = entry
      const size = first(share)?.size
      if (size === undefined || share.held + size > perShare) continue
      if (!chosen || share.held < chosen[1].held) chosen = entry
    }
    return chosen
  }

  function forgetIfDone(name: string, share: Share): void {
    if (share.held === 0 && share.waiting.size === 0) shares.delete(name)
  }

  function permitOf(name: string, share: Share, size: number): Permit {
    let held = size
    const shrinkTo = (left: number) => {
      if (left >= held) return
      share.held -= held - left
      free += held - left
      held = left
      forgetIfDone(name, share)
      serve()
    }
    return {
      get size() {
        return held
      },
      shrinkTo,
      [Symbol.dispose]: () => shrinkTo(0),
    }
  }

  return {
    acquire(name, signal, asked = 1) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const share = shares.get(name) ?? { held: 0, waiting: new Set() }
      shares.set(name, share)
      const { promise, resolve, reject } = Promise.withResolvers<Permit>()
      const size = Math.min(asked, perShare)
      const leave = () => {
        share.waiting.delete(waiter)
        forgetIfDone(name, share)
        reject(signal?.reason)
        serve()
      }
      const grant = () => {
        signal?.removeEventListener('abort', leave)
        resolve(permitOf(name, share, size))
      }
      const waiter: Waiter = { size, grant }
      signal?.addEventListener('abort', leave, { once: true })
      share.waiting.add(waiter)
      serve()
      return promise
    },
    mayTake: (name) => free > 0 && (shares.get(name)?.held ?? 0) < perShare,
    holders() {
      const holding = [...shares].filter(([, { held }]) => held > 0)
      const names = (entries: typeof holding) => entries.map(([name]) => name)
      return { some: names(holding), most: names(holding.filter(([, { held }]) => held >= perShare)) }
    },
    get waiting() {
      return [...shares.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
    },
  }
}

function first({ waiting }: Share): Waiter | undefined {
  const [waiter] = waiting
  return waiter
}
