import { Redis, type RedisOptions } from 'ioredis'
import { type ConnectionUse, dropSilent } from './drop-silent.ts'

const RECONNECT_MAX_MS = 1_000

/**
 * Opens a connection that reconnects by itself for ever, also when it falls silent. Connecting happens in the background: a process starts,
 * and answers that it is not ready, while Redis is away.
 */
export function connectRedis(url: string, use: ConnectionUse, onError: (error: Error) => void): Redis {
  const byUse: RedisOptions =
    use === 'request'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 0 }
      : { maxRetriesPerRequest: null }
  const redis = new Redis(url, {
    ...byUse,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), RECONNECT_MAX_MS),
  })
  redis.on('error', onError)
  dropSilent(redis, use)
  return redis
}

export interface ShortCommandOptions {
  redisUrl: string
  /** A `request` connection to use instead of one of its own, which stays open. */
  connection?: Redis
  onError: (error: Error) => void
}

/** A `request` connection, shared or of its own; `leave` disconnects the latter. */
export function connectForShortCommands({ redisUrl, connection, onError }: ShortCommandOptions) {
  if (connection) return { connection, leave: () => {} }
  const own = connectRedis(redisUrl, 'request', onError)
  return { connection: own, leave: () => own.disconnect() }
}

/**
 * Ends a connection and the commands that wait for it, whatever its state. ioredis forgets one that is about to reconnect:
 * it and its commands would never end. So it tries once more, and ends by that.
 */
export function endConnection(redis: Redis): void {
  redis.disconnect()
  if (redis.status === 'reconnecting') redis.connect().then(() => redis.disconnect(), ignore)
}

function ignore(): void {}

/** Resolves once the connection serves commands; rejects after `timeoutMs`. */
export async function whenReady(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`Redis is not reachable after ${timeoutMs} ms`)), timeoutMs)
  redis.once('ready', resolve)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    redis.off('ready', resolve)
  }
}

/** Shared by all processes, and gone by itself. */
const WRITE_CHECK = { key: 'gleaner:ready', ms: 60_000 }

/** A readiness check: Redis answers, takes writes (it is not full), and is set up not to lose or evict queued work. */
export async function checkRedis(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') throw new Error(`Redis does not answer: its connection is ${redis.status}`)
  await redis.set(WRITE_CHECK.key, 1, 'PX', WRITE_CHECK.ms)
  const policy = await readSetting(redis, 'maxmemory-policy')
  if (policy !== undefined && policy !== 'noeviction') {
    throw new Error(
      `Redis runs with maxmemory-policy ${policy}; set it to noeviction, or queued jobs are evicted`,
    )
  }
  const appendOnly = await readSetting(redis, 'appendonly')
  if (appendOnly !== undefined && appendOnly !== 'yes') {
    throw new Error(
      'Redis runs without its append-only file; set appendonly yes, or a restart forgets the queues',
    )
  }
}

/** Managed Redis services refuse CONFIG; a setting that cannot be read counts as right. */
async function readSetting(redis: Redis, name: string): Promise<string | undefined> {
  try {
    const reply = (await redis.config('GET', name)) as string[]
    return reply[1]
  } catch (error) {
    if (redis.status !== 'ready') throw error
    return undefined
  }
}
