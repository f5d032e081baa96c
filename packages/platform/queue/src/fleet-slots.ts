import type { Tier } from '@gleaner/contracts'
import type { Redis } from 'ioredis'
import { FAIR_PREFIX } from './fair-semaphore.ts'
import { placeOf } from './work/index.ts'

/** Resources of the fair semaphore that are slots of workers begin so. */
const SLOTS = placeOf('attempt', '')

/** Name of the slots that the two tiers of the full browser share: its pages. */
export const BROWSER_PAGES = 'browser-pages'

const SHARED: Partial<Record<Tier, string>> = { '3.5': BROWSER_PAGES, '4': BROWSER_PAGES }

/** Slots of all workers of the fleet. */
export interface FleetSlots {
  all: number
  of(tier: Tier): number
}

/** Reads what the workers have reported. Throws while Redis is away. */
export async function readFleetSlots(redis: Redis): Promise<FleetSlots> {
  const units = await redis.hgetall(`${FAIR_PREFIX}units`)
  const slots = Object.entries(units).filter(([resource]) => resource.startsWith(SLOTS))
  return {
    all: slots.reduce((sum, [, permits]) => sum + Number(permits), 0),
    of: (tier) => Number(units[placeOf('attempt', SHARED[tier] ?? tier)] ?? 0),
  }
}
