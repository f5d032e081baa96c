import { createPool, type Pool } from '@gleaner/db'
import { connectRedis } from '@gleaner/queue'
import type { ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'

export interface Context {
  readonly pool: Pool
  readonly redis: ReturnType<typeof connectRedis>
  close(): Promise<void>
}

/** Opens what the service works with. Both connect in the background and come back by themselves. */
export function createContext(config: Config, { logger }: ServiceDeps): Context {
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const pool = createPool({ url: config.DATABASE_URL, max: 2, onError })
  const redis = connectRedis(config.REDIS_URL, 'request', onError)
  return {
    pool,
    redis,
    close: async () => {
      redis.disconnect()
      await pool.end()
    },
  }
}
