import { openConnections } from '@gleaner/connections'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Sends callers the events of their jobs and batches, over WebSocket and server-sent events. */
export function createService(config: Config, { logger }: ServiceDeps): Service {
  const { checks, close } = openConnections(config, logger, { max: 2 })
  return { name: 'realtime', checks, start: async () => {}, stop: close }
}
