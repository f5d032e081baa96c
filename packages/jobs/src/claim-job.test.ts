import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { claimJob, releaseJob, renewLeases } from './claim-job.ts'
import { escalateJob } from './escalate-job.ts'
import { attempt } from './testing/attempts.ts'
import { createJobsFixture, type JobsFixture } from './testing/fixture.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

describe('a claim that is given up', () => {
  test('is not renewed when its job has moved on to the next tier, which can claim it at once', async () => {
    const job = await fixture.claimed(account)
    await escalateJob(fixture.ctx, job, attempt('1', 'blocked'), '2')
    expect(await renewLeases(fixture.ctx, [job])).toEqual([job.id])
    expect(await claimJob(fixture.ctx, job.id, '2')).toMatchObject({
      kind: 'claimed',
      job: { lostLeases: 0 },
    })
  })

  test('is not renewed when the job was handed back', async () => {
    const job = await fixture.claimed(account)
    await releaseJob(fixture.ctx, job)
    expect(await renewLeases(fixture.ctx, [job])).toEqual([job.id])
    expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({
      kind: 'claimed',
      job: { lostLeases: 0 },
    })
  })
})

test('a claim that ran out may be renewed until somebody else has the job', async () => {
  const job = await fixture.claimed(account)
  await fixture.pool.query("UPDATE job SET lease_until = now() - interval '1 second' WHERE id = $1", [job.id])
  expect(await renewLeases(fixture.ctx, [job])).toEqual([])
  expect(await claimJob(fixture.ctx, job.id, '1')).toMatchObject({ kind: 'held' })
})
