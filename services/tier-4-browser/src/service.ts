import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'
import { createLanes } from './lanes.ts'

export { config } from './config.ts'

const lanesModule = new URL('./lanes.ts', import.meta.url).href

export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService({ name: 'tier-4-browser', config, deps, createLanes, lanesModule })
}
