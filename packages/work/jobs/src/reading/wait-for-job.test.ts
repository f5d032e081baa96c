import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { publishCompletion } from '../ending/job-events.ts'
import { completeJob, failJob } from '../ending/settle-job.ts'
import type { JobRow } from '../rows.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { watchJob } from './wait-for-job.ts'

let fixture: JobsFixture
let account: string
beforeAll(async () => {
  fixture = await createJobsFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

async function finish(pageChars = 5) {
  const job = await fixture.claimed(account)
  const page = JSON.stringify({ content: 'x'.repeat(pageChars) })
  return { job, page, end: () => completeJob(fixture.ctx, job, delivery(200, { page })) }
}

describe('waiting for a job', () => {
  test('is woken by the message, with the page', async () => {
    const { job, page } = await finish()
    const watch = watchJob(fixture.ctx, job.id)
    // Told before the row says so: the poll could not find it.
    const row: JobRow = { ...job, status: 'completed', finishedAt: new Date() }
    await eventually(async () => {
      const waiting = watch.wait(200)
      publishCompletion(fixture.ctx.pubSub, { row, page })
      expect(await waiting).toMatchObject({ row: { id: job.id, status: 'completed' }, page })
    })
    watch.stop()
  })

  test('finds the end also when the message is lost', async () => {
    const { job, page, end } = await finish()
    const watch = watchJob(fixture.ctx, job.id)
    await end()
    expect(await watch.wait(10_000)).toMatchObject({ row: { status: 'completed' }, page })
    watch.stop()
  })

  test('reads a page that is too large to travel in the message', async () => {
    const { job, page, end } = await finish(400_000)
    const watch = watchJob(fixture.ctx, job.id)
    const waiting = watch.wait(10_000)
    publishCompletion(fixture.ctx.pubSub, (await end())!)
    expect((await waiting)?.page).toBe(page)
    watch.stop()
  })

  test('tells of a failure', async () => {
    const job = await fixture.claimed(account)
    const watch = watchJob(fixture.ctx, job.id)
    const failed = await failJob(fixture.ctx, job, { code: 'ALL_TIERS_FAILED', message: 'no' })
    publishCompletion(fixture.ctx.pubSub, failed!)
    expect(await watch.wait(10_000)).toMatchObject({ row: { error: { code: 'ALL_TIERS_FAILED' } } })
    watch.stop()
  })

  test('ends empty-handed when its time passes or its caller leaves', async () => {
    const job = await fixture.claimed(account)
    const watch = watchJob(fixture.ctx, job.id)
    expect(await watch.wait(50)).toBeUndefined()
    expect(await watch.wait(60_000, AbortSignal.timeout(50))).toBeUndefined()
    watch.stop()
  })
})
