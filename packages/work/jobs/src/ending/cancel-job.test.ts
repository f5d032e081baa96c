import { auditLedger } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { claimJob } from '../claiming/claim-job.ts'
import { readJob } from '../reading/read-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { cancelJob } from './cancel-job.ts'
import { completeJob } from './settle-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

const CANCELLED = { kind: 'finished', job: { row: { status: 'failed', error: { code: 'CANCELLED' } } } }

test('a job that no worker has is ended, and no worker gets it', async () => {
  const account = await fixture.account(1_000_000)
  const job = fixture.newJob(account)
  await createJob(fixture.ctx, job)
  expect(await cancelJob(fixture.ctx, account, job.id)).toBe('ended')
  expect(await readJob(fixture.pool, account, job.id)).toMatchObject(CANCELLED)
  expect((await claimJob(fixture.ctx, job.id, '1')).kind).not.toBe('claimed')
})

test('a job at work is ended, and what its worker brings is thrown away and not charged', async () => {
  const account = await fixture.account(1_000_000)
  const job = await fixture.claimed(account)
  // Several callers, or one that repeats it: once.
  expect(await Promise.all([1, 2, 3].map(() => cancelJob(fixture.ctx, account, job.id)))).toEqual([
    'ended',
    'ended',
    'ended',
  ])
  expect(await completeJob(fixture.ctx, job, delivery(200))).toBeUndefined()
  expect(await readJob(fixture.pool, account, job.id)).toMatchObject(CANCELLED)
  const { rows } = await fixture.pool.query(
    'SELECT available_micros::int AS left, held_micros::int AS held FROM balance WHERE account_id = $1',
    [account],
  )
  expect(rows).toEqual([{ left: 1_000_000, held: 0 }])
  expect(await auditLedger(fixture.pool)).toEqual([])
})

test('a job of somebody else is unknown', async () => {
  const job = await fixture.claimed(await fixture.account(1_000_000))
  expect(await cancelJob(fixture.ctx, await fixture.account(0), job.id)).toBe('unknown')
  expect(await cancelJob(fixture.ctx, job.accountId, uuidv7())).toBe('unknown')
})
