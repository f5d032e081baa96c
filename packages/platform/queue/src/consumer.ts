import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as Message } from 'bullmq'
import type { Redis } from 'ioredis'
import { DelayedError } from './bullmq.ts'
import { type Payload, QUEUE_PREFIX, QUEUES, type QueueName } from './catalog.ts'
import { connectRedis, endConnection } from './connection.ts'
import { dropSilent } from './drop-silent.ts'
import { TryLater } from './errors.ts'
import { WorkerOfShortBlocks } from './short-blocks.ts'

export interface ConsumerOptions<Q extends QueueName> {
  redisUrl: string
  queue: Q
  /** Messages worked on at once. */
  concurrency: number
  /** May run twice for one message. `signal` aborts when the grace of a stop has passed. */
  handle: (payload: Payload<Q>, signal: AbortSignal) => Promise<void>
  onError: (error: Error) => void
  /** A try of a message threw; it is tried again until the catalog's limit. */
  onFailedTry: (error: Error, payload: unknown) => void
}

export interface Consumer {
  /** Takes no new messages, waits for the active ones up to `graceMs`, then aborts them; they are redelivered. */
  stop(graceMs: number): Promise<void>
  isRunning(): boolean
}

/**
 * A message whose worker died is delivered again after at most lockDuration + stalledInterval. Locks are renewed at
 * half time, on an event loop that never parses pages.
 */
const LOCK_MS = 8_000
const STALLED_CHECK_MS = 2_000

/** Worker kills are normal here; the limit on lost workers is counted in Postgres, where it survives Redis. */
const MAX_STALLED = 1_000

export function createConsumer<Q extends QueueName>(options: ConsumerOptions<Q>): Consumer {
  const { connection, endAll } = connectForWorker(options)
  const abort = new AbortController()
  const { payload: schema } = QUEUES[options.queue]

  const running = new Set<Promise<void>>()

  const worker = new WorkerOfShortBlocks(
    options.queue,
    async (message: Message, token?: string) => {
      const handling = options.handle(schema.parse(message.data) as Payload<Q>, abort.signal)
      running.add(handling)
      try {
        await handling
      } catch (error) {
        if (!(error instanceof TryLater)) throw error
        await message.moveToDelayed(Date.now() + error.delayMs, token)
        // `bringForward` may have been called before the message was delayed.
        if (await error.onceDelayed?.()) await message.promote().catch(options.onError)
        throw new DelayedError()
      } finally {
        running.delete(handling)
      }
    },
    {
      connection,
      prefix: QUEUE_PREFIX,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      // Without the check of Redis's version the library takes it for an old one, and waits for messages in whole seconds.
      skipVersionCheck: false,
    },
  )
  worker.on('error', options.onError)
  worker.on('failed', (message, error) => options.onFailedTry(error, message?.data))

  return {
    async stop(graceMs) {
      const timer = setTimeout(() => abort.abort(new Error('the consumer is stopping')), graceMs)
      // Closing waits for Redis to answer, which it may not do; the active handlers end without it.
      const closing = worker.close()
      closing.catch(options.onError)
      try {
        await Promise.race([closing, whenAway(connection).then(() => Promise.allSettled(running))])
      } finally {
        clearTimeout(timer)
        endAll()
      }
    },
    isRunning: () => worker.isRunning(),
  }
}

/**
 * The queue library waits for messages on a copy of the connection, and for that copy's end when it closes. While Redis is
 * away the copy has no end of its own.
 */
function connectForWorker({ redisUrl, onError }: Pick<ConsumerOptions<QueueName>, 'redisUrl' | 'onError'>) {
  const connection = connectRedis(redisUrl, 'worker', onError)
  const all = [connection]
  const duplicate = connection.duplicate.bind(connection)
  connection.duplicate = (override) => {
    const copy = duplicate(override)
    dropSilent(copy, 'worker')
    all.push(copy)
    return copy
  }
  return { connection, endAll: () => all.forEach(endConnection) }
}

/** Resolves when the connection is down, now or later. */
async function whenAway(connection: Redis): Promise<void> {
  while (connection.status === 'ready') await sleep(AWAY_CHECK_MS)
}

const AWAY_CHECK_MS = 100
