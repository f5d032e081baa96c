import { insufficientBalance, limitExceeded, readFunds } from '@gleaner/billing'
import { ApiError, LIMITS } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { insertBatch, type NewBatch } from './insert-batch.ts'

/**
 * Accepts a batch in the caller's transaction. Nothing is held: each item takes its own hold when it enters the queue. Accepting a
 * batch that was accepted before changes nothing, so that a transaction whose end is not known may be repeated. Throws
 * BATCH_LIMIT_REACHED, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function acceptBatch(sql: Queryable, secretBox: SecretBox, batch: NewBatch): Promise<void> {
  await lockBatchesOf(sql, batch.accountId)
  if (await exists(sql, batch.id)) return
  await checkPlace(sql, batch.accountId)
  if (!batch.test) await checkFunds(sql, batch)
  await insertBatch(sql, secretBox, batch)
}

/** Held until the transaction ends: of those that come at once each sees what the others have accepted. */
async function lockBatchesOf(sql: Queryable, accountId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended('batches ' || $1, 0))", [accountId])
}

async function exists(sql: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM batch WHERE id = $1', [id])
  return rowCount === 1
}

async function checkPlace(sql: Queryable, accountId: string): Promise<void> {
  const { rowCount } = await sql.query(
    "SELECT FROM batch WHERE account_id = $1 AND kind = 'batch' AND finished_at IS NULL",
    [accountId],
  )
  const unfinished = rowCount ?? 0
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
