import { checkRedis } from '@gleaner/queue'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'
import { createContext } from './context.ts'

export { config } from './config.ts'

/** Delivers webhooks, by the deliveries that Postgres holds and the queue tells of. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const context = createContext(config, deps)
  return {
    name: 'webhooks',
    checks: {
      postgres: async () => void (await context.pool.query('SELECT 1')),
      redis: () => checkRedis(context.redis),
    },
    start: async () => {},
    stop: () => context.close(),
  }
}
