import { createLocalFairSemaphore, type Permit } from '@gleaner/runtime'

const MEGABYTE = 1024 * 1024

/** A body up to this size needs no permit: as many as a service has slots are little memory, and nearly all pages are smaller. */
export const SMALL_BODY_BYTES = MEGABYTE

export interface BodyMemoryOptions {
  /** Memory for large bodies of all jobs together. */
  megabytes: number
  /** The largest body of all, decoded. */
  maxBytes: number
}

/** The memory of one process for large bodies, from when they grow large until their pages have been read. */
export interface BodyMemory {
  /** Where one job keeps its bodies, one after the other. `share` names whose they are: accounts take turns. */
  open(share: string): BodyRoom
  /** How many bodies wait for room. */
  readonly waiting: number
  /** Bytes that are given out. */
  readonly heldBytes: number
}

/**
 * Room for one large body. It is asked for once, for the most that the body may come to: one that has room never waits for
 * more, so that nothing waits in a circle. Disposing of it gives back everything, and ends a wait.
 */
export interface BodyRoom extends Disposable {
  /** Undefined when there is room already. Rejects when `signal` aborts, or when the room is given back before. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined
  /** The body has turned out to need no more than this. With 0 the room is free for another body. */
  shrinkTo(bytes: number): void
  /** It was asked for and has not been given. */
  readonly isMissing: boolean
}

/** One account holds at most half of the memory, or, when that is little, one body as it comes in the costliest way. */
export function createBodyMemory({ megabytes, maxBytes }: BodyMemoryOptions): BodyMemory {
  const total = megabytes * MEGABYTE
  const perShare = Math.min(total, Math.max(Math.floor(total / 2), maxBytes * MAX_COPIES))
  const semaphore = createLocalFairSemaphore({ permits: total, perShare })
  const rooms = new Set<{ held: number }>()

  function open(share: string): BodyRoom {
    const room = { held: 0 }
    let permit: Permit | undefined
    let wait: Promise<void> | undefined
    let leave: AbortController | undefined

    async function enter(bytes: number, signal: AbortSignal): Promise<void> {
      const left = new AbortController()
      leave = left
      const taken = await semaphore.acquire(share, AbortSignal.any([signal, left.signal]), bytes)
      // Given and given back at the same moment.
      if (left.signal.aborted) {
        taken[Symbol.dispose]()
        throw left.signal.reason
      }
      permit = taken
      wait = undefined
      room.held = Math.min(bytes, perShare)
      rooms.add(room)
    }

    function shrinkTo(bytes: number): void {
      if (bytes === 0) {
        leave?.abort()
        leave = undefined
        wait = undefined
      }
      permit?.shrinkTo(bytes)
      room.held = Math.min(room.held, bytes)
      if (bytes > 0) return
      permit = undefined
      rooms.delete(room)
    }

    return {
      take(bytes, signal) {
        if (permit) return undefined
        wait ??= enter(bytes, signal)
        return wait
      },
      shrinkTo,
      get isMissing() {
        return wait !== undefined
      },
      [Symbol.dispose]: () => shrinkTo(0),
    }
  }

  return {
    open,
    get waiting() {
      return semaphore.waiting
    },
    get heldBytes() {
      return [...rooms].reduce((sum, { held }) => sum + held, 0)
    },
  }
}

/** Most copies of a body at once: as it came, and two layers of its encoding. */
const MAX_COPIES = 3
