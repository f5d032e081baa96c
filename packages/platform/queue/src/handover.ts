import type { QueueName } from './catalog.ts'
import type { FairSemaphore, Ticket } from './fair-semaphore.ts'
import type { Producer } from './producer.ts'
import type { Resource } from './work/index.ts'

/** Hands permits of messages on: whoever gets some that were released has their message brought forward. */
export interface Handover {
  /** Without waiting for Redis: a release that is lost costs only the lease. */
  release(ticket: Ticket, resources: readonly Resource[]): void
  /** Renews what this process holds; to be called more often than every lease of the semaphore. */
  renew(): Promise<void>
}

export interface HandoverOptions {
  semaphore: Pick<FairSemaphore, 'release' | 'renew'>
  producer: Pick<Producer, 'bringForward'>
  onError: (error: unknown) => void
}

export function createHandover({ semaphore, producer, onError }: HandoverOptions): Handover {
  function release(ticket: Ticket, resources: readonly Resource[]): void {
    semaphore.release(ticket, resources).then(wake).catch(onError)
  }

  async function wake(tickets: readonly Ticket[]): Promise<void> {
    for (const ticket of tickets) {
      const exists = await producer.bringForward(ticket.queue as QueueName, ticket.messageId)
      // Its work has ended meanwhile: the next ticket gets its permits.
      if (!exists) release(ticket, ticket.resources)
    }
  }

  return { release, renew: async () => wake(await semaphore.renew()) }
}
