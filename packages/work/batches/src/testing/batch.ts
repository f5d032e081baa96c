import { uuidv7 } from '@gleaner/contracts'
import { claimJob, completeJob, failJob } from '@gleaner/jobs'
import { delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
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

/** Works on an item as its worker would. */
export async function end({ ctx }: JobsFixture, jobId: string, ending: 'completed' | 'failed') {
  const claim = await claimJob(ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  if (ending === 'completed') return await completeJob(ctx, claim.job, delivery(0))
  return await failJob(ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no' })
}
