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
   * signal's reason when `signal` aborts first.
   */
  take(share: string, signal?: AbortSignal): Promise<Disposable>
  /** How many wait. */
  readonly waiting: number
}

interface Share {
  held: number
  waiting: Set<() => void>
}

/** The next place goes to the share that holds the fewest; among equals to the one that was served longest ago. */
export function createFairPlaces({ places, perShare = places }: FairPlacesOptions): FairPlaces {
  const shares = new Map<string, Share>()
  let free = places

  function serve(): void {
    while (free > 0) {
      const next = nextShare()
      if (!next) return
      const [name, share] = next
      const [grant] = share.waiting
      share.waiting.delete(grant!)
      share.held++
      free--
      // The Map's order is the order of turns.
      shares.delete(name)
      shares.set(name, share)
      grant!()
    }
  }

  function nextShare(): [string, Share] | undefined {
    let chosen: [string, Share] | undefined
    for (const entry of shares) {
      const [, { held, waiting }] = entry
      if (waiting.size === 0 || held >= perShare) continue
      if (!chosen || held < chosen[1].held) chosen = entry
    }
    return chosen
  }

  function forgetIfDone(name: string, share: Share): void {
    if (share.held === 0 && share.waiting.size === 0) shares.delete(name)
  }

  function giveBack(name: string, share: Share): Disposable {
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        share.held--
        free++
        forgetIfDone(name, share)
        serve()
      },
    }
  }

  return {
    take(name, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const share = shares.get(name) ?? { held: 0, waiting: new Set() }
      shares.set(name, share)
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const leave = () => {
        share.waiting.delete(grant)
        forgetIfDone(name, share)
        reject(signal?.reason)
      }
      const grant = () => {
        signal?.removeEventListener('abort', leave)
        resolve(giveBack(name, share))
      }
      signal?.addEventListener('abort', leave, { once: true })
      share.waiting.add(grant)
      serve()
      return promise
    },
    get waiting() {
      return [...shares.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
    },
  }
}
