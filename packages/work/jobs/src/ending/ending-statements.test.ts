import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { claimJob } from '../claiming/claim-job.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob } from './settle-job.ts'

// Which of the statements that end jobs is made: the one for a plain job alone takes half the time.

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

/** The context on a pool that notes the names of its statements. */
function watched() {
  const { pool } = fixture
  const names: (string | undefined)[] = []
  const query = ((...args: Parameters<typeof pool.query>) => {
    names.push((args[0] as { name?: string }).name)
    return pool.query(...args)
  }) as typeof pool.query
  return { names, ctx: { ...fixture.ctx, pool: Object.create(pool, { query: { value: query } }) } }
}
const ERROR = { code: 'ALL_TIERS_FAILED', message: 'no' } as const

async function item() {
  const { jobs } = await insertTestBatch(fixture, account, [{}])
  const claim = await claimJob(fixture.ctx, jobs[0]!.id, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  return claim.job
}

test('a plain job that ends alone is ended by the statement for one', async () => {
  const { names, ctx } = watched()
  expect(await completeJob(ctx, await fixture.claimed(account), delivery(0))).toBeDefined()
  expect(await failJob(ctx, await fixture.claimed(account), ERROR)).toBeDefined()
  expect(names).toEqual(['complete-job-one', 'fail-job-one'])
})

test('one that others know of is ended by the statement for many at once', async () => {
  const { names, ctx } = watched()
  expect(await completeJob(ctx, await item(), delivery(0))).toBeDefined()
  expect(await failJob(ctx, await item(), ERROR)).toBeDefined()
  expect(names).toEqual(['complete-job-many', 'fail-job-many'])
})

test('one that ceased to be plain after its claim is ended all the same', async () => {
  const { names, ctx } = watched()
  const job = await fixture.claimed(account)
  await fixture.pool.query("UPDATE job SET webhook_url = 'https://hooks.example.com/' WHERE id = $1", [
    job.id,
  ])
  expect(await completeJob(ctx, job, delivery(0))).toMatchObject({ deliveries: 1 })
  expect(names).toEqual(['complete-job-one', 'complete-job-many'])
})

test('jobs that end together are ended by one statement', async () => {
  const { names, ctx } = watched()
  const jobs = await Promise.all([1, 2, 3, 4].map(() => fixture.claimed(account)))
  const ended = await Promise.all(jobs.map((job) => completeJob(ctx, job, delivery(0))))
  expect(ended.map((done) => done?.row.id)).toEqual(jobs.map(({ id }) => id))
  expect(names).toEqual(['complete-job-many'])
})
