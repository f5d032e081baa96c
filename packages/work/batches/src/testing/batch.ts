import { uuidv7 } from '@gleaner/contracts'
import { claimJob, completeJob, createBulkAdmission, failJob } from '@gleaner/jobs'
import { delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { expect } from '@jest/globals'
import { insertBatch } from '../insert-batch.ts'

/** A batch of a new account, whose items wait for their admission. */
export async function batchOf(
  { pool, ctx, account, newJob }: JobsFixture,
  items: number,
  webhookUrl?: string,
) {
  const accountId = await account(1_000_000)
  const jobs = Array.from({ length: items }, (_, index) =>
    newJob(accountId, { url: `https://example.com/${index}`, sync: false }),
  )
  const id = uuidv7()
  const { apiKeyId } = jobs[0]!
  await insertBatch(pool, ctx.secretBox, {
    id,
    accountId,
    apiKeyId,
    test: false,
    webhookUrl,
    estimatedMicros: items * 200,
    jobs,
  })
  return { id, accountId, jobIds: jobs.map((job) => job.id) }
}

/** Lets so many items of an account enter the queue. */
export async function admit({ ctx, pool }: JobsFixture, accountId: string, items: number): Promise<string[]> {
  await pool.query('UPDATE account SET concurrent_requests = $2 WHERE id = $1', [accountId, items + 1])
  const admission = createBulkAdmission({
    ctx,
    logger: silentLogger(),
    perHost: 1_000,
    places: async () => ({ all: 1_000, of: () => 1_000 }),
  })
  await admission.start()
  try {
    return await eventually(async () => {
      const { rows } = await pool.query(
        'SELECT id FROM job WHERE account_id = $1 AND finished_at IS NULL AND queued_at IS NOT NULL ORDER BY id',
        [accountId],
      )
      expect(rows).toHaveLength(items)
      return rows.map((row) => row.id)
    })
  } finally {
    await admission.stop()
  }
}

/** Works on an item as its worker would. */
export async function end(
  { ctx }: JobsFixture,
  jobId: string,
  ending: 'completed' | 'failed',
  costMicros = 0,
) {
  const claim = await claimJob(ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  if (ending === 'completed') return await completeJob(ctx, claim.job, delivery(costMicros))
  return await failJob(ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no' })
}
