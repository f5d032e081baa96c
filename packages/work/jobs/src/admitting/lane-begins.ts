import type { LaneKey } from './lane.ts'

/** What waits of a lane is behind this id. */
export interface LaneBegin extends LaneKey {
  after: string
}

/** Where the lanes of an account begin, as long as that is remembered. */
export interface LaneBegins {
  all(): readonly LaneBegin[]
  note(begins: readonly LaneBegin[]): void
}

/** An item that comes with an id below those that were admitted is seen after this time. */
export const REMEMBERED_MS = 10_000
export const LANES_MAX = 256

/**
 * Remembers where lanes begin. While an old transaction is open, what was admitted stays in the index: nobody walks over it twice. `now`:
 * a clock in milliseconds.
 */
export function createLaneBegins(now: () => number = () => performance.now()): LaneBegins {
  let known = new Map<string, LaneBegin>()
  let until = 0

  function forgetInTime(): void {
    if (now() < until) return
    known = new Map()
    until = now() + REMEMBERED_MS
  }

  return {
    all() {
      forgetInTime()
      return [...known.values()]
    },
    note(begins) {
      forgetInTime()
      for (const begin of begins) {
        const key = `${begin.line} ${begin.payer}`
        if (known.size < LANES_MAX || known.has(key)) known.set(key, begin)
      }
    },
  }
}
