import { uuidv7 } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { queuedJob, submitJob } from './submit-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

test.each([
  ['a timeout of its own', { timeout: 100 }, 100],
  ['a caller who waits', { sync: true }, LIMITS.timeoutSeconds.default],
  ['nobody who waits', { sync: false }, LIMITS.timeoutSeconds.asyncDefault],
])('the message of a job with %s says when its time is over', (_, request, seconds) => {
  const job = fixture.newJob(uuidv7(), request)
  const before = Date.now()
  const left = queuedJob(job).deadlineAt.getTime() - before
  expect(left).toBeGreaterThanOrEqual(seconds * 1_000)
  expect(left).toBeLessThanOrEqual(seconds * 1_000 + Date.now() - before)
})

test('a job that is accepted is on the queue of its first tier, and waits there as its row says', async () => {
  const account = await fixture.account(1_000_000)
  const job = fixture.newJob(account, { cost_controls: { force_tier: '4' } })
  expect(await submitJob(fixture.ctx, job)).toEqual({})
  const queue = fixture.ctx.producer.queues().find(({ name }) => name === 'scrape-tier-4')!
  const [message] = await queue.getJobs(['wait', 'prioritized'])
  expect(message!.data).toMatchObject({ jobId: job.id, accountId: account, host: 'example.com' })
  const { rows } = await fixture.pool.query('SELECT status, tier FROM job WHERE id = $1', [job.id])
  expect(rows).toEqual([{ status: 'pending', tier: '4' }])
})
