export { type TierConfig, tierConfig } from './config.ts'
export { createTierService, type Lane, type LaneDeps } from './tier-service.ts'
