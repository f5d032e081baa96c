import { auditLedger, readBalance } from '@gleaner/billing'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { completeJob } from '../ending/settle-job.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { deleteJobsOf, endJobsOf } from './delete-jobs-of.ts'

let fixture: JobsFixture
let account: string
let other: string
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account(1_000_000)
  other = await fixture.account(1_000_000)
})

const jobsOf = async (accountId: string) =>
  (await fixture.pool.query('SELECT id FROM job WHERE account_id = $1 ORDER BY id', [accountId])).rows.map(
    ({ id }) => id,
  )

test('the open jobs of an account end, with their holds given back and their workers too late; those of others go on', async () => {
  const claimed = await fixture.claimed(account)
  await createJob(fixture.ctx, fixture.newJob(account))
  const { job: done } = await fixture.delivered(fixture.newJob(account))
  const foreign = await fixture.claimed(other)
  expect(await endJobsOf(fixture.ctx, account)).toBe(2)
  expect(await endJobsOf(fixture.ctx, account)).toBe(0)
  expect(await completeJob(fixture.ctx, claimed, delivery(200))).toBeUndefined()
  expect(await readBalance(fixture.pool, account)).toMatchObject({
    availableMicros: 999_800n,
    heldMicros: 0n,
  })
  const { rows } = await fixture.pool.query(
    "SELECT status, error->>'code' AS code, count(*)::int AS jobs FROM job WHERE account_id = $1 GROUP BY 1, 2 ORDER BY 1",
    [account],
  )
  expect(rows).toEqual([
    { status: 'completed', code: null, jobs: 1 },
    { status: 'failed', code: 'FORBIDDEN', jobs: 2 },
  ])
  expect(await completeJob(fixture.ctx, foreign, delivery(200))).toBeDefined()
  expect(await jobsOf(account)).toContain(done.id)
  expect(await auditLedger(fixture.pool)).toEqual([])
})

/** A job that was delivered with links to a file of its own, and to one of another job. */
async function withFiles(accountId: string, more: Parameters<JobsFixture['newJob']>[2] = {}) {
  const job = fixture.newJob(accountId, {}, more)
  const page = (id: string) =>
    JSON.stringify({
      screenshot: `/files/${id}/screenshot.png`,
      again: `/files/${id}/screenshot.png`,
      pdf: `/files/${id}/page-1.pdf`,
      foreign: '/files/01900000-0000-7000-8000-000000000001/screenshot.png',
    })
  await fixture.delivered(job, ({ id }) => delivery(0, { page: page(id) }))
  return job.id
}

test('the ended jobs of an account are deleted with their pages, after their files were told; open ones and those of others stay', async () => {
  const [real, played] = [await withFiles(account), await withFiles(account, { test: true })]
  const old = await withFiles(account)
  await fixture.pool.query("UPDATE job_page SET created_at = now() - interval '49 hours' WHERE job_id = $1", [
    old,
  ])
  const open = await fixture.claimed(account)
  const foreign = await withFiles(other)
  const files: string[] = []
  const forget = async (keys: string[]) => {
    expect(await jobsOf(account)).toContain(real)
    files.push(...keys)
  }
  const deleted = await deleteJobsOf(fixture.pool, account, forget, Number.POSITIVE_INFINITY)
  expect(deleted).toEqual({ rows: 3, isDone: true })
  expect(files.toSorted()).toEqual(
    [real, played].flatMap((id) => [`${id}/page-1.pdf`, `${id}/screenshot.png`]).toSorted(),
  )
  expect(await jobsOf(account)).toEqual([open.id])
  expect(await jobsOf(other)).toEqual([foreign])
  const { rows } = await fixture.pool.query('SELECT job_id AS id FROM job_page')
  expect(rows).not.toContainEqual({ id: real })
})

test('what is more than a slice is deleted by slices, and goes on where it was broken off', async () => {
  const id = await withFiles(account)
  await fixture.pool.query(
    `INSERT INTO job (id, account_id, status, test, url, host, mode, spec, plan, tier, deadline_at, finished_at)
     SELECT gen_random_uuid(), account_id, 'failed', n % 2 = 0, url, host, mode, spec, plan, tier, deadline_at, finished_at - n * interval '1 second'
     FROM job, generate_series(1, 250) AS n WHERE id = $1`,
    [id],
  )
  const forget = async () => {}
  expect(await deleteJobsOf(fixture.pool, account, forget, 0)).toEqual({ rows: 100, isDone: false })
  // The newest is among the last.
  expect(await jobsOf(account)).toContain(id)
  expect(await deleteJobsOf(fixture.pool, account, forget, Number.POSITIVE_INFINITY)).toEqual({
    rows: 151,
    isDone: true,
  })
  expect(await jobsOf(account)).toEqual([])
})
