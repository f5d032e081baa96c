import { insufficientBalance, limitExceeded, readFunds } from '@gleaner/billing'
import { lockPlaces, type Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { isAccepted } from './acceptance.ts'
import { checkPlace } from './check-place.ts'
import { insertBatch, type NewBatch } from './insert-batch.ts'

/**
 * Accepts a batch in the caller's transaction. Nothing is held: each item takes its own hold when it enters the queue. Accepting a
 * batch that was accepted before changes nothing, so that a transaction whose end is not known may be repeated. Throws
 * BATCH_LIMIT_REACHED, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function acceptBatch(sql: Queryable, secretBox: SecretBox, batch: NewBatch): Promise<void> {
  const places = await lockPlaces(sql, 'batch', batch.accountId)
  if (await isAccepted(sql, batch.id)) return
  checkPlace('batch', places)
  if (!batch.test) await checkFunds(sql, batch)
  await insertBatch(sql, secretBox, batch)
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
