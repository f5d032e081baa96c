import { insufficientBalance, limitExceeded, readFunds } from '@gleaner/billing'
import { ApiError, LIMITS } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { countUnfinished, isAccepted, lockAcceptance } from './acceptance.ts'
import { insertBatch, type NewBatch } from './insert-batch.ts'

/**
 * Accepts a batch in the caller's transaction. Nothing is held: each item takes its own hold when it enters the queue. Accepting a
 * batch that was accepted before changes nothing, so that a transaction whose end is not known may be repeated. Throws
 * BATCH_LIMIT_REACHED, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function acceptBatch(sql: Queryable, secretBox: SecretBox, batch: NewBatch): Promise<void> {
  await lockAcceptance(sql, batch.accountId, 'batch')
  if (await isAccepted(sql, batch.id)) return
  await checkPlace(sql, batch.accountId)
  if (!batch.test) await checkFunds(sql, batch)
  await insertBatch(sql, secretBox, batch)
}

async function checkPlace(sql: Queryable, accountId: string): Promise<void> {
  const unfinished = await countUnfinished(sql, accountId, 'batch')
  if (unfinished < LIMITS.batchesAtOnce) return
  throw new ApiError(
    'BATCH_LIMIT_REACHED',
    `This account has ${unfinished} unfinished batches, and at most ${LIMITS.batchesAtOnce} may run at once; wait until one has finished, or cancel one with DELETE /batch/{batch_id}.`,
    { unfinished_batches: unfinished, limit: LIMITS.batchesAtOnce },
  )
}

async function checkFunds(sql: Queryable, { accountId, apiKeyId, jobs }: NewBatch): Promise<void> {
  const firstPrices = jobs.map(({ plan }) => plan.steps[0]!.priceMicros)
  const neededMicros = firstPrices.reduce((sum, price) => sum + price, 0)
  const { availableMicros, limits } = await readFunds(sql, accountId, apiKeyId)
  if (availableMicros < neededMicros) {
    const priceOf = `the first tier for all ${jobs.length} URLs`
    throw insufficientBalance(neededMicros, availableMicros, priceOf, 'add credits or send fewer URLs')
  }
  // Each item is counted in the limits when it enters the queue; here they only have to leave room for one.
  const exceeded = limitExceeded(limits, accountId, Math.min(...firstPrices), new Date())
  if (exceeded) throw exceeded
}
