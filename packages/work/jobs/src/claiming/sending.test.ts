import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJobsFixture, type JobsFixture } from '../testing/fixture.ts'
import { claimJob, releaseJob } from './claim-job.ts'
import { beginToSend } from './sending.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const claimed = () => fixture.claimed(account, { method: 'POST', body: '{}' })
const unsentOf = async (id: string) =>
  (await fixture.pool.query('SELECT unsent_fence AS unsent FROM job WHERE id = $1', [id])).rows[0].unsent

test('the worker that has a job may begin to send, and say so again', async () => {
  const job = await claimed()
  expect(await beginToSend(fixture.ctx, job)).toBe(true)
  expect(await beginToSend(fixture.ctx, job)).toBe(true)
  expect(await unsentOf(job.id)).toBeNull()
})

test('a worker whose claim another one has by now may not, and what that one may still say stays', async () => {
  const lost = await claimed()
  await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [
    lost.id,
  ])
  const claim = await claimJob(fixture.ctx, lost.id, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  expect(claim.job.fence).toBe(lost.fence + 1)
  expect(await beginToSend(fixture.ctx, lost)).toBe(false)
  expect(await unsentOf(lost.id)).toBe(claim.job.fence)
  expect(await beginToSend(fixture.ctx, claim.job)).toBe(true)
})

test('nor may one that has given its job back', async () => {
  const job = await claimed()
  await releaseJob(fixture.ctx, job)
  expect(await beginToSend(fixture.ctx, job)).toBe(false)
})
