import { Job, type Queue } from 'bullmq'
import { type Payload, QUEUES, type QueueName } from './catalog.ts'
import { connectRedis } from './connection.ts'
import { type DirectLine, directLine } from './direct-line.ts'
import { QueueUnavailable } from './errors.ts'
import { type AddOptions, libraryOptions, openQueue } from './library-queue.ts'

export type { AddOptions } from './library-queue.ts'

/** Work of a waiting caller goes before bulk work. Lower runs first; 0 is the queue library's fastest path. */
export const PRIORITY = { interactive: 0, bulk: 10 } as const

export interface Message<Q extends QueueName> {
  payload: Payload<Q>
  options: AddOptions
}

export interface Producer {
  /**
   * Puts a message on a queue; throws QueueUnavailable at once when Redis is away. One that a worker can begin at once goes by the direct line.
   */
  add<Q extends QueueName>(queue: Q, payload: Payload<Q>, options: AddOptions): Promise<void>
  /** Puts many on one queue, in one round trip; what was added before a failure stays. */
  addMany<Q extends QueueName>(queue: Q, messages: readonly Message<Q>[]): Promise<void>
  /** Delivers a delayed message at once. False when there is no such message any more. */
  bringForward(queue: QueueName, messageId: string): Promise<boolean>
  /** Which of these messages are on no queue: not waiting, not delayed, and not at work. Throws when Redis is away. */
  missing(messages: readonly { queue: QueueName; id: string }[]): Promise<Set<string>>
  /** The queue library's own objects, for the operator's UI. */
  queues(): Queue[]
  close(): Promise<void>
}

const ADD_DEADLINE_MS = 2_000

export function createProducer(options: { redisUrl: string; onError: (error: Error) => void }): Producer {
  const connection = connectRedis(options.redisUrl, 'request', options.onError)
  const queues = new Map<QueueName, Queue>()
  const lines = new Map<QueueName, DirectLine>()

  const open = (name: QueueName): Queue => {
    const known = queues.get(name)
    if (known) return known
    const queue = openQueue(name, connection)
    queue.on('error', options.onError)
    queues.set(name, queue)
    return queue
  }

  const lineOf = (name: QueueName): DirectLine => {
    const line = lines.get(name) ?? directLine(connection, name)
    lines.set(name, line)
    return line
  }

  function checkReady(): void {
    if (connection.status !== 'ready')
      throw new QueueUnavailable(`the queue connection is ${connection.status}`)
  }

  return {
    async add(name, payload, options) {
      checkReady()
      const queue = open(name)
      const add = async () => {
        if (!options.priority && !options.delayMs) {
          const message = { id: options.id, payload: JSON.stringify(payload) }
          if (await lineOf(name).handOver(message, queue.toKey(options.id))) return
        }
        await queue.add(name, payload, libraryOptions(options))
      }
      await settleInTime(add())
    },
    async addMany(name, messages) {
      if (messages.length === 0) return
      checkReady()
      const bulk = messages.map(({ payload, options }) => ({
        name,
        data: payload,
        opts: libraryOptions(options),
      }))
      await settleInTime(open(name).addBulk(bulk))
    },
    async bringForward(name, messageId) {
      // Asked first: a message that leaves the line to be delayed is on the queue before.
      const isAtWork = await connection.sismember(lineOf(name).keys.ids, messageId)
      const message = await Job.fromId(open(name), messageId)
      // One that is not delayed (any more) is waiting or active.
      await message?.promote().catch(() => {})
      return message !== undefined || isAtWork === 1
    },
    async missing(messages) {
      if (messages.length === 0) return new Set()
      const pipeline = connection.pipeline()
      for (const { queue, id } of messages)
        pipeline.sismember(lineOf(queue).keys.ids, id).exists(open(queue).toKey(id))
      const results = (await pipeline.exec()) ?? []
      const isThere = (index: number) => {
        const [error, count] = results[index] ?? [new QueueUnavailable('the queue did not answer')]
        if (error) throw error
        return count !== 0
      }
      return new Set(
        messages.flatMap(({ id }, index) => (isThere(2 * index) || isThere(2 * index + 1) ? [] : [id])),
      )
    },
    queues: () => (Object.keys(QUEUES) as QueueName[]).map(open),
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()))
      connection.disconnect()
    },
  }
}

async function settleInTime(adding: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new QueueUnavailable(`the queue did not answer within ${ADD_DEADLINE_MS} ms`)),
    ADD_DEADLINE_MS,
  )
  try {
    await Promise.race([adding, late])
  } catch (error) {
    if (error instanceof QueueUnavailable) throw error
    throw new QueueUnavailable('the queue refused the message', { cause: error })
  } finally {
    clearTimeout(timer)
    adding.catch(() => {})
  }
}
