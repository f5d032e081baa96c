export { type TierConfig, tierConfig } from './config.ts'
export type { CreateLanes, Lane, LaneDeps } from './lane.ts'
export { createTierService } from './tier-service.ts'
