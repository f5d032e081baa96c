import { checkPostgres, createPool, type Pool } from '@gleaner/db'
import { checkRedis, connectRedis, createProducer, createPubSub } from '@gleaner/queue'
import type { Logger, Service } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import type { JobsContext } from './context.ts'
import { createInstanceId } from './job-events.ts'

export interface ConnectionSettings {
  DATABASE_URL: string
  REDIS_URL: string
}

export interface PoolSettings {
  /** Most connections to Postgres. */
  max?: number
  statementTimeoutMs?: number
}

/** The databases that a service works with. */
export interface Connections {
  readonly pool: Pool
  /** For short commands: they fail at once while Redis is away. */
  readonly redis: ReturnType<typeof connectRedis>
  readonly checks: Service['checks']
  close(): Promise<void>
}

/** Opens Postgres and Redis. Both connect in the background and come back by themselves. */
export function openConnections(
  settings: ConnectionSettings,
  logger: Logger,
  poolSettings: PoolSettings = {},
): Connections {
  const onError = reportTo(logger)
  const pool = createPool({ url: settings.DATABASE_URL, onError, ...poolSettings })
  const redis = connectRedis(settings.REDIS_URL, 'request', onError)
  return {
    pool,
    redis,
    checks: { postgres: () => checkPostgres(pool), redis: () => checkRedis(redis) },
    async close() {
      redis.disconnect()
      await pool.end()
    },
  }
}

/** As `openConnections`, with all that the functions of this package work with. */
export function openJobs(
  settings: ConnectionSettings & { ENCRYPTION_KEYS: string },
  logger: Logger,
  poolSettings?: PoolSettings,
): Connections & { readonly jobs: JobsContext } {
  const connections = openConnections(settings, logger, poolSettings)
  const options = { redisUrl: settings.REDIS_URL, onError: reportTo(logger) }
  const jobs: JobsContext = {
    pool: connections.pool,
    pubSub: createPubSub(options),
    producer: createProducer(options),
    secretBox: createSecretBox(settings.ENCRYPTION_KEYS),
    instanceId: createInstanceId(),
  }
  return {
    ...connections,
    jobs,
    async close() {
      await Promise.all([jobs.producer.close(), jobs.pubSub.close()])
      await connections.close()
    },
  }
}

function reportTo(logger: Logger) {
  return (error: Error) => logger.warn({ err: error }, 'a connection failed')
}
