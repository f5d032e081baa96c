import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { QueueName } from './catalog.ts'
import { endConnection } from './connection.ts'
import { DIRECT_LEASE_MS, type DirectMessage, directLine, messageOf } from './direct-line.ts'

export interface DirectWorkerOptions {
  /** For short commands; they wait while Redis is away. */
  connection: Redis
  /** Of its own: it mostly waits for a message. */
  blocking: Redis
  queue: QueueName
  /** Messages worked on at once. */
  concurrency: number
  /** A message that it rejects for stays on the line, and is worked on again. */
  work(message: DirectMessage): Promise<void>
  onError(error: Error): void
}

export interface DirectWorker {
  /** Takes no more messages from now on; resolves when those at work have ended, and what is left was given back. */
  stop(): Promise<void>
}

const RENEW_EVERY_MS = DIRECT_LEASE_MS / 4
const WAIT_SECONDS = 5
const PAUSE_MS = 200

/** Works on what is handed over on a queue's direct line. */
export function createDirectWorker(options: DirectWorkerOptions): DirectWorker {
  const { connection, blocking, concurrency, work, onError } = options
  const line = directLine(connection, options.queue)
  const name = randomUUID()
  const atWork = new Map<string, Promise<void>>()
  /** Taken when the lease was renewed last, and not at work then: the answer that told so may have been lost. */
  let unheard = new Set<string>()
  let tellEnd = () => {}
  let isStopping = false

  async function takeAll(): Promise<void> {
    while (!isStopping) {
      try {
        while (atWork.size >= concurrency) await new Promise<void>((resolve) => (tellEnd = resolve))
        const text = await blocking.blmove(
          line.keys.waiting,
          line.keys.takenBy(name),
          'LEFT',
          'RIGHT',
          WAIT_SECONDS,
        )
        if (text !== null && !isStopping) begin(messageOf(text))
      } catch (error) {
        if (isStopping) return
        onError(error as Error)
        await sleep(PAUSE_MS)
      }
    }
  }

  function begin(message: DirectMessage): void {
    if (atWork.has(message.id)) return
    const working = work(message)
      .then(() => line.finish(name, message))
      .catch(onError)
      .finally(() => {
        atWork.delete(message.id)
        tellEnd()
      })
    atWork.set(message.id, working)
  }

  async function renew(): Promise<void> {
    const idle = (await line.renew(name)).filter(({ id }) => !atWork.has(id))
    for (const message of idle) if (unheard.has(message.id) && !isStopping) begin(message)
    unheard = new Set(idle.map(({ id }) => id))
  }

  // Who hands over looks for a living worker.
  const taking = renew().catch(onError).then(takeAll)
  const renewing = setInterval(() => void renew().catch(onError), RENEW_EVERY_MS)

  async function end(): Promise<void> {
    isStopping = true
    endConnection(blocking)
    await taking
    await Promise.all(atWork.values())
    clearInterval(renewing)
    await line.leave(name)
  }

  let ending: Promise<void> | undefined
  return {
    stop() {
      ending ??= end()
      return ending
    },
  }
}
