import type * as bullmq from 'bullmq'
import type { Redis } from 'ioredis'
import { Job, Queue } from './bullmq.ts'
import { type Payload, QUEUE_PREFIX, QUEUES, type QueueName } from './catalog.ts'
import { connectForShortCommands, type ShortCommandOptions } from './connection.ts'
import { QueueUnavailable } from './errors.ts'

/** Work of a waiting caller goes before bulk work. Lower runs first; 0 is the queue library's fastest path. */
export const PRIORITY = { interactive: 0, bulk: 10 } as const

export interface AddOptions {
  /** One message per id at a time; adding it again while it waits or runs changes nothing. */
  id: string
  priority?: number
  delayMs?: number
}

export interface Message<Q extends QueueName> {
  payload: Payload<Q>
  options: AddOptions
}

export interface Producer {
  /** Puts a message on a queue; throws QueueUnavailable at once when Redis is away. */
  add<Q extends QueueName>(queue: Q, payload: Payload<Q>, options: AddOptions): Promise<void>
  /** Puts many on one queue, in one round trip; what was added before a failure stays. */
  addMany<Q extends QueueName>(queue: Q, messages: readonly Message<Q>[]): Promise<void>
  /** Delivers a delayed message at once. False when there is no such message any more. */
  bringForward(queue: QueueName, messageId: string): Promise<boolean>
  /** Which of these messages are on no queue: not waiting, not delayed, and not active. Throws when Redis is away. */
  missing(messages: readonly { queue: QueueName; id: string }[]): Promise<Set<string>>
  /** The queue library's own objects, for the operator's UI. */
  queues(): bullmq.Queue[]
  close(): Promise<void>
}

export function createProducer(options: ShortCommandOptions): Producer {
  const { connection, leave } = connectForShortCommands(options)
  const queues = new Map<QueueName, bullmq.Queue>()

  const open = (name: QueueName): bullmq.Queue => {
    const known = queues.get(name)
    if (known) return known
    const queue = openQueue(name, connection)
    queue.on('error', options.onError)
    queues.set(name, queue)
    return queue
  }

  function checkReady(): void {
    if (connection.status !== 'ready')
      throw new QueueUnavailable(`the queue connection is ${connection.status}`)
  }

  return {
    async add(name, payload, options) {
      checkReady()
      await asUnavailable(open(name).add(name, payload, libraryOptions(options)))
    },
    async addMany(name, messages) {
      if (messages.length === 0) return
      checkReady()
      const bulk = messages.map(({ payload, options }) => ({
        name,
        data: payload,
        opts: libraryOptions(options),
      }))
      await asUnavailable(open(name).addBulk(bulk))
    },
    async bringForward(name, messageId) {
      const message = await Job.fromId(open(name), messageId)
      // One that is not delayed (any more) is waiting or active.
      await message?.promote().catch(() => {})
      return message !== undefined
    },
    async missing(messages) {
      if (messages.length === 0) return new Set()
      const pipeline = connection.pipeline()
      for (const { queue, id } of messages) pipeline.exists(open(queue).toKey(id))
      const results = (await pipeline.exec()) ?? []
      return new Set(
        messages.flatMap(({ id }, index) => {
          const [error, exists] = results[index] ?? [new QueueUnavailable('the queue did not answer')]
          if (error) throw error
          return exists === 0 ? [id] : []
        }),
      )
    },
    queues: () => (Object.keys(QUEUES) as QueueName[]).map(open),
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()))
      leave()
    },
  }
}

function libraryOptions({ id, priority, delayMs }: AddOptions) {
  return { jobId: id, ...(priority && { priority }), ...(delayMs && { delay: delayMs }) }
}

function openQueue(name: QueueName, connection: Redis): bullmq.Queue {
  const { attempts, backoffMs } = QUEUES[name]
  return new Queue(name, {
    connection,
    prefix: QUEUE_PREFIX,
    skipVersionCheck: true,
    skipWaitingForReady: true,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      // Finished and dropped messages free their id at once, so that the sweep can add the job again.
      removeOnComplete: true,
      removeOnFail: true,
    },
  })
}

/** A connection that falls silent is dropped, and what waits for it fails: adding needs no deadline of its own. */
async function asUnavailable(adding: Promise<unknown>): Promise<void> {
  try {
    await adding
  } catch (error) {
    throw new QueueUnavailable('the queue refused the message', { cause: error })
  }
}
