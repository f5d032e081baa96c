import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { countOpenJobs } from '../accepting/count-open-jobs.ts'
import { createJob } from '../accepting/create-job.ts'
import { claimJob } from '../claiming/claim-job.ts'
import { escalateJob } from '../claiming/escalate-job.ts'
import { completeJob, failJob } from '../ending/settle-job.ts'
import { readPage } from '../page-text.ts'
import { attempt } from '../testing/attempts.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { readEndedJobs } from './read-ended-jobs.ts'
import { readFinishedJob, readFinishedJobs } from './read-job.ts'
import { readJobStates } from './read-job-states.ts'

// What those read who follow jobs, or count them.

let fixture: JobsFixture
let account: string
let other: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
  other = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'no' } as const

test('the states of jobs are read together, without those of other accounts', async () => {
  const open = await fixture.claimed(account)
  const foreign = await fixture.claimed(other)
  const batch = await insertTestBatch(fixture, account, [{}])
  const [item] = batch.jobs
  const ids = [open.id, foreign.id, item!.id]
  const states = await readJobStates(
    fixture.pool,
    ids.map((id) => ({ id, accountId: account })),
  )
  expect([...states.values()].toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))).toMatchObject([
    { id: open.id, accountId: account, status: 'running', batchId: null },
    { id: item!.id, accountId: account, status: 'pending', batchId: batch.id },
  ])
})

describe('jobs that have ended', () => {
  test('are read in the order that was asked for, with as much of their pages as is wanted', async () => {
    const { job: done } = await fixture.delivered(fixture.newJob(account))
    const failed = await fixture.claimed(account)
    await failJob(fixture.ctx, failed, ERROR)
    const open = await fixture.claimed(account)
    const { job: foreign } = await fixture.delivered(fixture.newJob(other))
    const asked = [open, failed, foreign, done, done].map(({ id }, index) => ({
      id,
      accountId: account,
      withPage: index === 3,
    }))
    const ended = await readEndedJobs(fixture.pool, asked)
    expect(ended.map((job) => job?.row.id)).toEqual([undefined, failed.id, undefined, done.id, done.id])
    expect(ended.map((job) => job?.page)).toEqual([
      undefined,
      undefined,
      undefined,
      delivery(0).page,
      undefined,
    ])
    expect(ended[3]).toMatchObject({ batchSeq: null })
    const finished = await readFinishedJobs(
      fixture.pool,
      [open, failed, done].map(({ id }) => id),
    )
    expect([...finished.keys()].toSorted()).toEqual([failed.id, done.id].toSorted())
    expect(finished.get(done.id)).toMatchObject({ page: delivery(0).page })
  })

  test('have their place in the log of their batch', async () => {
    const { jobs } = await insertTestBatch(fixture, account, [{}, {}])
    for (const { id } of jobs) await failJob(fixture.ctx, { id, fence: 0 }, ERROR)
    const ended = await readEndedJobs(
      fixture.pool,
      jobs.map(({ id }) => ({ id, accountId: account, withPage: true })),
    )
    expect(ended.map((job) => job?.batchSeq)).toEqual([1, 2])
  })
})

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('a large page is not carried along, and is read in pieces that split no byte, from any byte on', async () => {
  const page = `{"content":"${'ä€x'.repeat(1_000_000)}"}`
  const job = await fixture.claimed(account)
  await completeJob(fixture.ctx, job, delivery(200, { page }))
  const read = (await readFinishedJob(fixture.pool, job.id))!
  const bytes = Buffer.from(page)
  expect(read).toMatchObject({ pageBytes: bytes.byteLength })
  expect(read.page).toBeUndefined()
  for (const start of [0, 1, bytes.byteLength - 3, bytes.byteLength]) {
    const pieces = await collect(readPage(fixture.pool, read, start))
    expect(Buffer.concat(pieces).equals(bytes.subarray(start))).toBe(true)
    expect(pieces.every(({ byteLength }) => byteLength > 0)).toBe(true)
  }
  await fixture.pool.query('DELETE FROM job_page WHERE job_id = $1', [job.id])
  await expect(collect(readPage(fixture.pool, read, 0))).rejects.toThrow('past its retention')
})

test('open jobs are counted by the tier that they are at, and all items of open batches', async () => {
  await fixture.pool.query("UPDATE job SET status = 'failed', finished_at = now() WHERE finished_at IS NULL")
  await fixture.pool.query('DELETE FROM batch')
  const before = await countOpenJobs(fixture.pool)
  expect(before).toEqual({ tiers: [], batchItems: 0 })
  await createJob(fixture.ctx, fixture.newJob(account))
  await createJob(fixture.ctx, fixture.newJob(account))
  const climbing = await fixture.claimed(account)
  await escalateJob(fixture.ctx, climbing, attempt('1', 'blocked'), '2')
  await fixture.delivered(fixture.newJob(account))
  const { id, jobs } = await insertTestBatch(fixture, account, [{}, {}, {}, {}, {}])
  await claimJob(fixture.ctx, jobs[0]!.id, '1')
  await failJob(fixture.ctx, { id: jobs[1]!.id, fence: 0 }, ERROR)
  const item = await claimJob(fixture.ctx, jobs[2]!.id, '1')
  if (item.kind === 'claimed') await completeJob(fixture.ctx, item.job, delivery(0))
  await fixture.pool.query('UPDATE batch SET cancelled = 1 WHERE id = $1', [id])
  const open = await countOpenJobs(fixture.pool)
  expect(open.batchItems).toBe(2)
  expect(open.tiers.toSorted((a, b) => (a.tier < b.tier ? -1 : 1))).toEqual([
    { tier: '1', jobs: 2, oldestSeconds: expect.any(Number) },
    { tier: '2', jobs: 1, oldestSeconds: expect.any(Number) },
  ])
  await insertTestBatch(fixture, other, [{}, {}, {}])
  expect((await countOpenJobs(fixture.pool)).batchItems).toBe(5)
})
