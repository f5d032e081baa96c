import type { Tier } from '@gleaner/contracts'
import type { Egress } from '@gleaner/egress'
import type { Fetcher } from '@gleaner/http-tiers'
import { placeOf, type Resource, WORK } from '@gleaner/queue/work'
import type { Checks, ServiceDeps, Vitals } from '@gleaner/runtime'
import { VALIDATION_KINDS, type ValidationStage } from '@gleaner/sessions'
import type { TierConfig } from './config.ts'

export { BROWSER_PAGES } from '@gleaner/queue'

/** One tier that a service serves: its queue, its fetcher, and how many jobs it works on at once. */
export interface TierWorker {
  tier: Tier
  fetcher: Fetcher
  /** Slots of this process. One account alone gets half of those of the fleet. */
  concurrency: number
  /** Name of the slots, when several tier workers share them. */
  slots?: string
  /** Which stage of the validation of sessions it works on as well. */
  validates?: ValidationStage
  /** What it cannot work without, beside what every tier needs. */
  checks?: Checks
  /** Figures beside its state. */
  vitals?: () => Vitals
  /** Called once before the service takes jobs. */
  prepare?: () => Promise<void>
}

/** What a service makes its fetchers of. */
export interface TierWorkerDeps extends ServiceDeps {
  egress: Egress
}

export type CreateTierWorkers<Config extends TierConfig> = (
  config: Config,
  deps: TierWorkerDeps,
) => TierWorker[]

/** Resource of the fair semaphore that a tier worker's jobs take a permit of. */
export function slotsOf({ slots, tier }: TierWorker): Resource {
  return placeOf('attempt', slots ?? tier)
}

/** The same of the places of its jobs that ask a model. */
export function modelsOf({ slots, tier }: TierWorker): Resource {
  return placeOf('model-call', slots ?? tier)
}

export function concurrencyOf({ concurrency }: TierWorker, config: TierConfig): number {
  return config.TIER_CONCURRENCY || concurrency
}

/** Places of a process for validations at one time: beside scrapes they are few. */
export function validationPlaces(worker: TierWorker, config: TierConfig): number {
  return Math.min(WORK[VALIDATION_KINDS[worker.validates!]].places, concurrencyOf(worker, config))
}

/** Messages taken beyond the slots: when all are taken, the next jobs must still be queued for one. */
const SPARE_HANDLERS = 16

/** Jobs of a tier worker that ask a model at once. They have given their slot back, and hold a page that was read. */
export const MODEL_PLACES = 32

/** Messages of a tier worker's queue that are taken at once, beside those of jobs that ask a model. */
export function handlersOf(worker: TierWorker, config: TierConfig): number {
  return concurrencyOf(worker, config) + SPARE_HANDLERS
}

/** The same for the messages of its validations. */
export function validationHandlers(worker: TierWorker, config: TierConfig): number {
  return validationPlaces(worker, config) + SPARE_HANDLERS
}
