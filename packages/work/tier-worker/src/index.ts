export { type TierConfig, tierConfig } from './config.ts'
export type { TierParts } from './open-tier.ts'
export { createTierService } from './tier-service.ts'
export { BROWSER_PAGES, type CreateTierWorkers, type TierWorker, type TierWorkerDeps } from './tier-worker.ts'
