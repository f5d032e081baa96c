export { type TierConfig, tierConfig } from './config.ts'
export { createTierService } from './tier-service.ts'
export type { CreateTierWorkers, TierWorker, TierWorkerDeps } from './tier-worker.ts'
