import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'
import { createManualLogins } from './manual-logins.ts'
import { createTierWorkers } from './tier-workers.ts'

export { config } from './config.ts'

const tierWorkersModule = new URL('./tier-workers.ts', import.meta.url).href

export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService({
    name: 'tier-4-browser',
    config,
    deps,
    createTierWorkers,
    tierWorkersModule,
    createFurtherWork: createManualLogins,
  })
}
