import { checkRedis } from '@gleaner/queue'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'
import { createContext } from './context.ts'

export { config } from './config.ts'

/** Tells callers of their jobs and batches as they happen, over WebSocket and server-sent events. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const context = createContext(config, deps)
  return {
    name: 'realtime',
    checks: {
      postgres: async () => void (await context.pool.query('SELECT 1')),
      redis: () => checkRedis(context.redis),
    },
    start: async () => {},
    stop: () => context.close(),
  }
}
