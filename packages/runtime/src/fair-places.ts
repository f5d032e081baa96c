export interface FairPlacesOptions {
  /** Most that hold a place at once. */
  places: number
  /** Most of them that one share may hold. Default: all. */
  perShare?: number
}

/** A number of places that are given out in turns, so that whoever asks a lot waits for its own and not others for it. */
export interface FairPlaces {
  /**
   * Waits for a place, which is given back by disposing of it. `share` names whose it is (an account). Rejects with the
   * signal's reason when `signal` aborts first. `size`: how many places, all at once; at most `perShare`.
   */
  take(share: string, signal?: AbortSignal, size?: number): Promise<Place>
  /** How many wait. */
  readonly waiting: number
}

/** Places that are held. Disposing of it gives back all of them. */
export interface Place extends Disposable {
  /** Gives back all but `size` of them. */
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
 * The next place goes to the share that holds the fewest; among equals to the one that was served longest ago. Whose turn
 * it is waits until all the places that it asks for are free, so that those who ask for few do not starve it.
 */
export function createFairPlaces({ places, perShare = places }: FairPlacesOptions): FairPlaces {
  const shares = new Map<string, Share>()
  let free = places

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

  function placeOf(name: string, share: Share, size: number): Place {
    let held = size
    const shrinkTo = (left: number) => {
      if (left >= held) return
      share.held -= held - left
      free += held - left
      held = left
      forgetIfDone(name, share)
      serve()
    }
    return { shrinkTo, [Symbol.dispose]: () => shrinkTo(0) }
  }

  return {
    take(name, signal, asked = 1) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const share = shares.get(name) ?? { held: 0, waiting: new Set() }
      shares.set(name, share)
      const { promise, resolve, reject } = Promise.withResolvers<Place>()
      const size = Math.min(asked, perShare)
      const leave = () => {
        share.waiting.delete(waiter)
        forgetIfDone(name, share)
        reject(signal?.reason)
        serve()
      }
      const grant = () => {
        signal?.removeEventListener('abort', leave)
        resolve(placeOf(name, share, size))
      }
      const waiter: Waiter = { size, grant }
      signal?.addEventListener('abort', leave, { once: true })
      share.waiting.add(waiter)
      serve()
      return promise
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
