import { insertBatch } from '@gleaner/batches'
import { uuidv7 } from '@gleaner/contracts'
import { announceEnd, announceStatus, claimJob, completeJob, createJob, failJob } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { FollowedBatch } from './follow-batch.ts'
import { createLiveHub, type LiveHub } from './hub.ts'

let fixture: JobsFixture
/** Looks by itself so rarely that only news wakes it. */
let hub: LiveHub
/** Never hears any news. */
let deaf: LiveHub
let statements: jest.SpiedFunction<JobsFixture['pool']['query']>
const leaving = new AbortController()
const { signal } = leaving

beforeAll(async () => {
  fixture = await createJobsFixture()
  const deps = { logger: silentLogger(), metrics: createMetrics({ service: 'test' }) }
  hub = createLiveHub({ jobs: fixture.ctx, ...deps, lookEveryMs: 600_000 })
  const noNews = { subscribeToAll: async () => () => {}, onResumed: () => () => {} }
  const pubSub = { ...fixture.ctx.pubSub, ...noNews }
  deaf = createLiveHub({ jobs: { pool: fixture.pool, pubSub }, ...deps, lookEveryMs: 50 })
  for (const one of [hub, deaf]) one.start()
  statements = jest.spyOn(fixture.pool, 'query')
})
afterAll(async () => {
  leaving.abort()
  await Promise.all([hub.stop(), deaf.stop()])
  await fixture.close()
})

async function newBatch(items: number) {
  const accountId = await fixture.account(1_000_000)
  const jobs = Array.from({ length: items }, () => fixture.newJob(accountId, { sync: false }))
  const id = uuidv7()
  const rest = { apiKeyId: null, test: false, webhookUrl: undefined, estimatedMicros: 0 }
  await insertBatch(fixture.pool, fixture.ctx.secretBox, { id, accountId, jobs, ...rest })
  return { id, accountId, jobIds: jobs.map((job) => job.id) }
}

async function begin(jobId: string) {
  const claim = await claimJob(fixture.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  announceStatus(fixture.ctx, claim.job)
  return claim.job
}

async function end(jobId: string, ending: 'completed' | 'failed' = 'completed') {
  const job = await begin(jobId)
  const ended =
    ending === 'completed'
      ? await completeJob(fixture.ctx, job, delivery(0))
      : await failJob(fixture.ctx, job, { code: 'ALL_TIERS_FAILED', message: 'no' })
  announceEnd(fixture.ctx, ended!)
}

async function readAll({ log }: FollowedBatch, seq = 0) {
  const entries = []
  const reading = log(seq)
  for (;;) {
    const { value, done } = await reading.next()
    if (done) return { entries, head: value }
    entries.push(...value.entries)
  }
}

test.each(['news', 'no news'])(
  'with %s a job is told in order, each state once, to all who follow it',
  async (heard) => {
    const accountId = await fixture.account(1_000_000)
    const job = fixture.newJob(accountId)
    await createJob(fixture.ctx, job)
    const followed = heard === 'news' ? hub : deaf
    const statuses: string[][] = await Promise.all(
      [[], []].map(async (states: string[], index) => {
        for await (const { status } of followed.followJob({ accountId, id: job.id }, signal)) {
          states.push(status)
          if (index === 0 && status === 'pending') await begin(job.id)
          if (index === 0 && status === 'running') {
            await fixture.pool.query('UPDATE job SET lease_until = NULL WHERE id = $1', [job.id])
            await end(job.id)
          }
        }
        return states
      }),
    )
    expect(statuses[0]).toEqual(['pending', 'running', 'completed'])
    expect(statuses[1]!.at(-1)).toBe('completed')
    expect(new Set(statuses[1]).size).toBe(statuses[1]!.length)
    expect(followed.followed.jobs).toBe(0)
  },
)

test.each(['news', 'no news'])(
  'with %s the log of a batch comes whole and in order, from wherever it is read',
  async (heard) => {
    const { id, accountId, jobIds } = await newBatch(30)
    await end(jobIds[0]!, 'failed')
    const followed = heard === 'news' ? hub : deaf
    const following = await Promise.all(
      [0, 1, 10].map(async (seq) => {
        const batch = await followed.followBatch({ accountId, id }, signal)
        return { seq, read: readAll(batch!, seq), batch: batch! }
      }),
    )
    await Promise.all(
      jobIds.slice(1).map((jobId, index) => end(jobId, index % 3 === 0 ? 'failed' : 'completed')),
    )
    const head = {
      status: 'partially_failed',
      total: 30,
      succeeded: 19,
      failed: 11,
      cancelled: 0,
      finished: true,
    }
    for (const { seq, read, batch } of following) {
      const { entries, head: last } = await read
      expect(entries.map((entry) => entry.seq)).toEqual(
        Array.from({ length: 30 - seq }, (_, index) => seq + index + 1),
      )
      expect(entries.every((entry) => entry.succeeded + entry.failed === entry.seq)).toBe(true)
      expect(entries.at(-1)).toMatchObject({ succeeded: 19, failed: 11 })
      expect(last).toMatchObject(head)
      batch[Symbol.dispose]()
    }
    expect(followed.followed.batches).toBe(0)
  },
)

test('a hundred who follow one batch cost what one costs', async () => {
  const { id, accountId, jobIds } = await newBatch(2)
  const batches = await Promise.all(
    Array.from({ length: 100 }, async () => (await hub.followBatch({ accountId, id }, signal))!),
  )
  const reading = batches.map((batch) => readAll(batch))
  statements.mockClear()
  for (const jobId of jobIds) await end(jobId)
  const all = await Promise.all(reading)
  expect(all.map(({ entries }) => entries.length)).toEqual(Array(100).fill(2))
  const names = statements.mock.calls.map(([query]) => (query as unknown as { name?: string }).name)
  expect(names.filter((name) => name === 'read-batch-logs').length).toBeLessThanOrEqual(2)
  expect(names.filter((name) => name === 'read-batch-heads').length).toBeLessThanOrEqual(5)
  for (const batch of batches) batch[Symbol.dispose]()
})

test("another account's job and batch are as unknown as what never was", async () => {
  const { id, accountId, jobIds } = await newBatch(1)
  const stranger = await fixture.account(1)
  for (const job of [
    { accountId: stranger, id: jobIds[0]! },
    { accountId, id: uuidv7() },
  ])
    expect(await hub.followJob(job, signal).next()).toEqual({ done: true, value: undefined })
  for (const batch of [
    { accountId: stranger, id },
    { accountId, id: uuidv7() },
  ])
    expect(await hub.followBatch(batch, signal)).toBeUndefined()
  expect(hub.followed).toEqual({ jobs: 0, batches: 0 })
})

test('who leaves is told nothing more, and nothing is kept for them', async () => {
  const { id, accountId, jobIds } = await newBatch(1)
  const leave = new AbortController()
  const job = hub.followJob({ accountId, id: jobIds[0]! }, leave.signal)
  await job.next()
  using batch = (await hub.followBatch({ accountId, id }, leave.signal))!
  const reading = [job.next(), batch.log(0).next()]
  leave.abort(new Error('left'))
  for (const read of reading) await expect(read).rejects.toThrow('left')
  await eventually(() => expect(hub.followed.jobs).toBe(0))
})
