import { createLoop, type Logger, type Metrics } from '@gleaner/runtime'
import type { Redis } from 'ioredis'
import type { QueueName } from './catalog.ts'
import { TryLater } from './errors.ts'
import { createFairSemaphore, PERMIT_LEASE_MS, type Ticket } from './fair-semaphore.ts'
import { createHandover } from './handover.ts'
import type { Producer } from './producer.ts'
import { placeOf, type SharedKind } from './work/index.ts'

/** Work of a message that wants a place. */
export interface MessageWork {
  kind: SharedKind
  accountId: string
  queue: QueueName
  messageId: string
}

/** The fleet's places for the work of messages. Consumers take more messages than there are places, and put back whose account must wait. */
export interface MessagePlaces {
  /** Takes a place, or throws TryLater for at most `waitMs`: the message is brought forward when its account's turn has come. */
  take(work: MessageWork, waitMs: number): Promise<Disposable>
  /** The work is over before it had a place, or while it had one that this process does not know of. */
  leave(work: MessageWork): void
  start(): Promise<void>
  stop(): Promise<void>
}

export interface MessagePlacesOptions {
  redis: Redis
  producer: Pick<Producer, 'bringForward'>
  /** Name of this process, and the places that it brings. */
  worker: string
  brings: Partial<Record<SharedKind, number>>
  logger: Logger
  metrics: Metrics
}

/** Three renewals fit into the lease of a place. */
const RENEW_EVERY_MS = PERMIT_LEASE_MS / 3.5
const AFTER_FAILURE_MS = 1_000

export function createMessagePlaces(options: MessagePlacesOptions): MessagePlaces {
  const { redis, producer, worker, logger, metrics } = options
  const brings = Object.fromEntries(
    Object.entries(options.brings).map(([kind, places]) => [placeOf(kind as SharedKind), places]),
  )
  const semaphore = createFairSemaphore(redis, { worker, brings, defaultPermits: 1 })
  const onError = (error: unknown) => logger.warn({ err: error }, 'places could not be handed on')
  const handover = createHandover({ semaphore, producer, onError })
  const renewing = createLoop({
    name: 'renew-places',
    everyMs: RENEW_EVERY_MS,
    logger,
    metrics,
    run: handover.renew,
  })

  return {
    async take(work, waitMs) {
      const ticket = ticketOf(work)
      const acquired = await semaphore.acquire(ticket, 0, true).catch((error: unknown) => {
        onError(error)
        throw new TryLater(AFTER_FAILURE_MS)
      })
      if (acquired.kind === 'granted')
        return { [Symbol.dispose]: () => handover.release(ticket, ticket.resources) }
      throw new TryLater(Math.max(1, waitMs), () => semaphore.isWoken(ticket))
    },
    leave: (work) => handover.release(ticketOf(work), [placeOf(work.kind)]),
    async start() {
      await handover.renew().catch(onError)
      renewing.start()
    },
    stop: () => renewing.stop(),
  }
}

function ticketOf({ kind, accountId, queue, messageId }: MessageWork): Ticket {
  return { account: accountId, resources: [placeOf(kind)], queue, messageId }
}
