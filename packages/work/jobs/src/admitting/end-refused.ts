import { limitExceeded } from '@gleaner/billing'
import type { ApiError } from '@gleaner/contracts'
import { lineBounds } from '@gleaner/queue'
import { firstTierNotCovered } from '../accepting/create-job.ts'
import type { JobsContext } from '../context.ts'
import { announceEnd } from '../ending/announce.ts'
import { failJob } from '../ending/settle-job.ts'
import type { RefusedItem } from './admit-items.ts'
import { limitsOf, type Purse } from './purse.ts'

/**
 * Ends those items of batches that nothing can pay for any more: not even what the account's other items hold at the moment, and may give back.
 * Returns how many ended; the others go on waiting.
 */
export async function endRefused(
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
  accountId: string,
  refused: readonly RefusedItem[],
  purse: Purse,
): Promise<number> {
  const ending = refused.map(async (item) => {
    const refusal = refusalOf(item, accountId, purse)
    if (!refusal) return 0
    const { code, message, details } = refusal
    const failed = await failJob(ctx, item, { code, message, ...(details && { details }) })
    if (!failed) return 0
    announceEnd(ctx, failed)
    return 1
  })
  const ended: number[] = await Promise.all(ending)
  return ended.reduce((sum, one) => sum + one, 0)
}

function refusalOf(
  { plan, line, ...item }: RefusedItem,
  accountId: string,
  purse: Purse,
): ApiError | undefined {
  if ((line !== null && lineBounds(line)) || item.test) return undefined
  const { priceMicros } = plan.steps[0]!
  const { availableMicros, heldMicros } = purse
  if (availableMicros + heldMicros < priceMicros) return firstTierNotCovered(plan, BigInt(availableMicros))
  const limits = limitsOf(purse, accountId, item.apiKeyId).map((limit) => ({ ...limit, held_micros: 0 }))
  return limitExceeded(limits, accountId, priceMicros, new Date())
}
