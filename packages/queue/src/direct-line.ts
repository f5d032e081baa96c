import type { Redis } from 'ioredis'
import { QUEUE_PREFIX, type QueueName } from './catalog.ts'
import { FINISH, HAND_OVER, LEAVE, RENEW } from './direct-line-scripts.ts'

// A line beside each queue for messages that a worker can begin at once, which is what becomes of nearly every waiting caller's. It takes three
// short commands where the queue library takes some eight long ones. What has to wait, or failed, goes on the queue itself.

export interface DirectMessage {
  id: string
  /** JSON text. */
  payload: string
}

/** The commands of one queue's line. */
export interface DirectLine {
  /** False when no worker would take it soon: it belongs on the queue. Nothing changes when it is on the line or on the queue already. */
  handOver(message: DirectMessage, queueKey: string): Promise<boolean>
  /** Of a living worker: it is done with a message. */
  finish(worker: string, message: DirectMessage): Promise<void>
  /** To be called more often than every lease; returns what the worker has taken. */
  renew(worker: string): Promise<DirectMessage[]>
  /** What the worker has not finished is for others. */
  leave(worker: string): Promise<void>
  readonly keys: { waiting: string; ids: string; takenBy(worker: string): string }
}

/** A worker that is silent for this long has died. */
export const DIRECT_LEASE_MS = 8_000

/** Messages that wait for a worker: more of them are a backlog, which the queue keeps. */
const MAX_WAITING = 64

interface ScriptedRedis extends Redis {
  lineHandOver(prefix: string, ...args: (string | number)[]): Promise<number>
  lineFinish(prefix: string, ...args: string[]): Promise<null>
  lineRenew(prefix: string, worker: string, leaseMs: number): Promise<string[]>
  lineLeave(prefix: string, worker: string): Promise<null>
}

export function directLine(connection: Redis, queue: QueueName): DirectLine {
  for (const [name, lua] of Object.entries({
    HandOver: HAND_OVER,
    Finish: FINISH,
    Renew: RENEW,
    Leave: LEAVE,
  }))
    connection.defineCommand(`line${name}`, { numberOfKeys: 1, lua })
  const redis = connection as ScriptedRedis
  const prefix = `${QUEUE_PREFIX}:direct:${queue}:`
  return {
    handOver: async (message, queueKey) =>
      (await redis.lineHandOver(prefix, message.id, textOf(message), MAX_WAITING, queueKey)) === 1,
    async finish(worker, message) {
      await redis.lineFinish(prefix, worker, message.id, textOf(message))
    },
    renew: async (worker) => (await redis.lineRenew(prefix, worker, DIRECT_LEASE_MS)).map(messageOf),
    async leave(worker) {
      await redis.lineLeave(prefix, worker)
    },
    keys: {
      waiting: `${prefix}waiting`,
      ids: `${prefix}ids`,
      takenBy: (worker) => `${prefix}taken:${worker}`,
    },
  }
}

function textOf({ id, payload }: DirectMessage): string {
  return `${id}\n${payload}`
}

export function messageOf(text: string): DirectMessage {
  const end = text.indexOf('\n')
  return { id: text.slice(0, end), payload: text.slice(end + 1) }
}
