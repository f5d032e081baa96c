import { openConnections } from '@gleaner/connections'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Delivers webhooks, by the deliveries that Postgres holds and the queue carries. */
export function createService(config: Config, { logger }: ServiceDeps): Service {
  const { checks, close } = openConnections(config, logger, { max: 2 })
  return { name: 'webhooks', checks, start: async () => {}, stop: close }
}
