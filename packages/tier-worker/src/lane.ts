import type { Tier } from '@gleaner/contracts'
import type { Egress } from '@gleaner/egress'
import type { Fetcher } from '@gleaner/fetch-engine'
import type { ServiceDeps } from '@gleaner/runtime'
import type { TierConfig } from './config.ts'

/** One tier that a service serves: its queue, its fetcher, and how many jobs it works on at once. */
export interface Lane {
  tier: Tier
  fetcher: Fetcher
  /** Slots of this process. One account alone gets half of those of the fleet. */
  concurrency: number
  /** Name of the slots, when several lanes share the same ones. */
  slots?: string
  /** Called once before the service takes jobs. */
  prepare?: () => Promise<void>
}

/** What a service makes its fetchers of. */
export interface LaneDeps extends ServiceDeps {
  egress: Egress
}

export type CreateLanes<Config extends TierConfig> = (config: Config, deps: LaneDeps) => Lane[]

/** Resource of the fair semaphore that a lane's jobs take a permit of. */
export function slotsOf({ slots, tier }: Lane): string {
  return `slots:${slots ?? tier}`
}

export function concurrencyOf({ concurrency }: Lane, config: TierConfig): number {
  return config.TIER_CONCURRENCY || concurrency
}
