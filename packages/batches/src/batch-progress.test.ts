import { uuidv7 } from '@gleaner/contracts'
import { claimJob, completeJob, failJob } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { insertBatch } from './insert-batch.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

async function batchOf(items: number, webhookUrl?: string) {
  const accountId = await fixture.account(1_000_000)
  const jobs = Array.from({ length: items }, (_, index) =>
    fixture.newJob(accountId, { url: `https://example.com/${index}`, sync: false }),
  )
  const id = uuidv7()
  const { apiKeyId } = jobs[0]!
  await insertBatch(fixture.pool, fixture.ctx.secretBox, {
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

async function end(jobId: string, ending: 'completed' | 'failed') {
  const claim = await claimJob(fixture.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  if (ending === 'completed') return await completeJob(fixture.ctx, claim.job, delivery(0))
  return await failJob(fixture.ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no' })
}

const readBatch = async (id: string) =>
  (await fixture.pool.query('SELECT * FROM batch WHERE id = $1', [id])).rows[0]
const logOf = async (id: string) =>
  (await fixture.pool.query('SELECT batch_seq, status FROM job WHERE batch_id = $1 ORDER BY batch_seq', [id]))
    .rows

test('a batch has the counts and the status of its jobs, and a log without gaps, when they end all at once', async () => {
  const { id, jobIds } = await batchOf(20, 'https://receiver.example.com/hook?a=b')
  expect(await readBatch(id)).toMatchObject({ status: 'pending', total: 20, finished_at: null })
  const ended = await Promise.all(
    jobIds.map((jobId, index) => end(jobId, index % 4 === 0 ? 'failed' : 'completed')),
  )
  expect(ended.every((one) => one!.deliveries! > 0)).toBe(true)
  expect(await readBatch(id)).toMatchObject({
    status: 'partially_failed',
    succeeded: 15,
    failed: 5,
    finished_at: expect.any(Date),
  })
  expect((await logOf(id)).map((row) => row.batch_seq)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  const { rows } = await fixture.pool.query(
    'SELECT event, host, count(*)::int FROM webhook_delivery WHERE batch_id = $1 GROUP BY event, host ORDER BY event',
    [id],
  )
  const host = 'receiver.example.com'
  expect(rows).toEqual([
    { event: 'batch.completed', host, count: 1 },
    { event: 'job.completed', host, count: 15 },
    { event: 'job.failed', host, count: 5 },
  ])
})

test.each(['completed', 'failed'] as const)('a batch whose items have all %s says so', async (ending) => {
  const { id, jobIds } = await batchOf(2)
  await end(jobIds[0]!, ending)
  expect(await readBatch(id)).toMatchObject({ status: 'processing', finished_at: null })
  await end(jobIds[1]!, ending)
  expect(await readBatch(id)).toMatchObject({ status: ending, finished_at: expect.any(Date) })
})
