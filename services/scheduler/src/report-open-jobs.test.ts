import { insertBatch } from '@gleaner/batches'
import { uuidv7 } from '@gleaner/contracts'
import { claimJob, failJob } from '@gleaner/jobs'
import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { createMetrics } from '@gleaner/runtime'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createOpenJobsReport } from './report-open-jobs.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

test('tells the jobs that workers have, and the items of batches that are not done', async () => {
  const metrics = createMetrics({ service: 'scheduler' })
  const report = createOpenJobsReport(fixture.pool, { metrics })
  const accountId = await fixture.account(100_000)
  await fixture.claimed(accountId)
  const jobs = Array.from({ length: 5 }, () => fixture.newJob(accountId, { sync: false }))
  await insertBatch(fixture.pool, fixture.ctx.secretBox, {
    id: uuidv7(),
    accountId,
    apiKeyId: null,
    test: false,
    webhookUrl: undefined,
    estimatedMicros: 1000,
    jobs,
  })
  const claim = await claimJob(fixture.ctx, jobs[0]!.id, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  await failJob(fixture.ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no' })
  const { rowCount } = await fixture.pool.query(
    "UPDATE job SET queued_at = now() - interval '90 seconds' WHERE finished_at IS NULL AND queued_at IS NOT NULL",
  )
  expect(rowCount).toBe(1)
  await report()
  const text = await metrics.registry.metrics()
  expect(text).toContain('gleaner_jobs_open{service="scheduler",tier="1"} 1\n')
  expect(text).toContain('gleaner_jobs_open{service="scheduler",tier="4"} 0\n')
  // What a worker has at hand waits for nobody.
  expect(text).toContain('gleaner_job_oldest_seconds{service="scheduler",tier="1"} 0\n')
  await fixture.pool.query('UPDATE job SET lease_until = NULL WHERE finished_at IS NULL')
  await report()
  const [, seconds] = /gleaner_job_oldest_seconds\{service="scheduler",tier="1"\} (\d+)/.exec(
    await metrics.registry.metrics(),
  )!
  expect(Number(seconds)).toBeGreaterThanOrEqual(90)
  expect(text).toContain('gleaner_batch_items_open{service="scheduler"} 4\n')
})
