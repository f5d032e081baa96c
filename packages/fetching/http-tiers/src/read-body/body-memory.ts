import { openPlaces, type Permit } from '@gleaner/queue/work'
import { MEGABYTE } from '@gleaner/runtime/units'

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
  /** What one job reserves for its bodies, one after the other. `account` is whose they are: accounts take turns. */
  open(account: string): MemoryReservation
  /** How many bodies wait for memory. */
  readonly waiting: number
  /** Bytes that are reserved. */
  readonly heldBytes: number
}

/**
 * Memory for one large body. It is reserved once, for the most that the body may come to: one that has memory never waits
 * for more, so that nothing waits in a circle. Disposing of it gives back everything, and ends a wait.
 */
export interface MemoryReservation extends Disposable {
  /** Undefined when it has its memory already. Rejects when `signal` aborts, or when it is disposed of before. */
  acquire(bytes: number, signal: AbortSignal): Promise<void> | undefined
  /** The body has turned out to need no more than this. With 0 it may be acquired anew, for another body. */
  shrinkTo(bytes: number): void
  /** It was asked for and has not been given. */
  readonly isWaiting: boolean
}

/** One account holds at most half of the memory, or, when that is little, one body as it comes in the costliest way. */
export function createBodyMemory({ megabytes, maxBytes }: BodyMemoryOptions): BodyMemory {
  const total = megabytes * MEGABYTE
  const places = openPlaces('body-memory', total, maxBytes * MAX_COPIES)
  const reservations = new Set<{ held: number }>()

  function open(account: string): MemoryReservation {
    const reserved = { held: 0 }
    let permit: Permit | undefined
    let wait: Promise<void> | undefined
    let leave: AbortController | undefined

    async function enter(bytes: number, signal: AbortSignal): Promise<void> {
      const left = new AbortController()
      leave = left
      const taken = await places.acquire(account, AbortSignal.any([signal, left.signal]), bytes)
      // Given and given back at the same moment.
      if (left.signal.aborted) {
        taken[Symbol.dispose]()
        throw left.signal.reason
      }
      permit = taken
      wait = undefined
      reserved.held = taken.size
      reservations.add(reserved)
    }

    function shrinkTo(bytes: number): void {
      if (bytes === 0) {
        leave?.abort()
        leave = undefined
        wait = undefined
      }
      permit?.shrinkTo(bytes)
      reserved.held = Math.min(reserved.held, bytes)
      if (bytes > 0) return
      permit = undefined
      reservations.delete(reserved)
    }

    return {
      acquire(bytes, signal) {
        if (permit) return undefined
        wait ??= enter(bytes, signal)
        return wait
      },
      shrinkTo,
      get isWaiting() {
        return wait !== undefined
      },
      [Symbol.dispose]: () => shrinkTo(0),
    }
  }

  return {
    open,
    get waiting() {
      return places.waiting
    },
    get heldBytes() {
      return [...reservations].reduce((sum, { held }) => sum + held, 0)
    },
  }
}

/** Most copies of a body at once: as it came, and two layers of its encoding. */
const MAX_COPIES = 3
