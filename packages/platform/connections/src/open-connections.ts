import {
  checkPostgres,
  checkSchema,
  checkWritable,
  createDatabase,
  createPool,
  type Database,
  type Pool,
  type PoolOptions,
  type Queryable,
  readTime,
} from '@gleaner/db'
import { checkRedis, connectRedis } from '@gleaner/queue'
import { type Beat, checkClock, type Logger, learnTime } from '@gleaner/runtime'
import { reportBeat } from './report-beat.ts'

export * from './key-check.ts'
export * from './pool-sizes.ts'
export * from './purge-beats.ts'

export interface ConnectionSettings {
  DATABASE_URL: string
  /** In ms. */
  DATABASE_CONNECT_TIMEOUT: number
  REDIS_URL: string
}

/** What a service chooses of its pool. */
export type PoolSettings = Pick<PoolOptions, 'max' | 'statementTimeoutMs'>

/** The databases that a service works with. */
export interface Connections {
  readonly pool: Pool
  /** The same pool for Prisma as well. */
  readonly db: Database
  /** For short commands: they fail at once while Redis is away. */
  readonly redis: ReturnType<typeof connectRedis>
  /** Readiness checks: a service chooses which of them all its work needs, and which a part of it. */
  readonly checks: Record<'postgres' | 'schema' | 'writable' | 'redis' | 'clock', () => Promise<void>>
  /** Writes down how the service is, for operators to see. */
  report(beat: Beat): Promise<void>
  /** For further connections of the service: a failed one is logged, and comes back by itself. */
  onError(error: Error): void
  close(): Promise<void>
}

/** A machine's clock may be set, or run off, while we run. */
const LEARN_TIME_EVERY_MS = 5_000

/**
 * Opens Postgres and Redis. Both connect in the background and come back by themselves. Nothing is read or written before this process's
 * clock is corrected by the database's.
 */
export function openConnections(
  settings: ConnectionSettings,
  logger: Logger,
  poolSettings: PoolSettings = {},
): Connections {
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const onConnect = (connection: Queryable) => learnTime(() => readTime(connection))
  const pool = createPool({
    url: settings.DATABASE_URL,
    connectTimeoutMs: settings.DATABASE_CONNECT_TIMEOUT,
    onError,
    onConnect,
    ...poolSettings,
  })
  const learning = setInterval(
    () => learnTime(() => readTime(pool)).catch(() => {}),
    LEARN_TIME_EVERY_MS,
  ).unref()
  const redis = connectRedis(settings.REDIS_URL, 'request', onError)
  return {
    pool,
    db: createDatabase(pool),
    redis,
    checks: {
      postgres: () => checkPostgres(pool),
      schema: () => checkSchema(pool),
      writable: () => checkWritable(pool),
      redis: () => checkRedis(redis),
      clock: checkClock,
    },
    report: (beat) => reportBeat(pool, beat),
    onError,
    async close() {
      clearInterval(learning)
      redis.disconnect()
      await pool.end()
    },
  }
}
