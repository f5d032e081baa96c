import type { Redis } from 'ioredis'
import { FAIR_PREFIX } from './fair-semaphore.ts'

/** Resources of the fair semaphore that are slots of workers are named so. */
export const SLOTS = 'slots:'

/** How many slots the workers of all tiers have together. Throws while Redis is away. */
export async function countFleetSlots(redis: Redis): Promise<number> {
  const units = await redis.hgetall(`${FAIR_PREFIX}units`)
  const slots = Object.entries(units).filter(([resource]) => resource.startsWith(SLOTS))
  return slots.reduce((sum, [, permits]) => sum + Number(permits), 0)
}
