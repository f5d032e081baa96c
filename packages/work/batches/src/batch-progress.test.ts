import { transaction } from '@gleaner/db'
import { claimJob, completeJob, failJob, insertWaitingJobs } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { admit, end as endItem, batchOf as makeBatch } from './testing/batch.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

const batchOf = (items: number, webhookUrl?: string) => makeBatch(fixture, items, webhookUrl)
const end = (jobId: string, ending: 'completed' | 'failed') => endItem(fixture, jobId, ending)

const readBatch = async (id: string) =>
  (await fixture.pool.query('SELECT * FROM batch WHERE id = $1', [id])).rows[0]
const logOf = async (id: string) =>
  (await fixture.pool.query('SELECT batch_seq, status FROM job WHERE batch_id = $1 ORDER BY batch_seq', [id]))
    .rows

test('a batch has the counts and the status of its jobs, and a log without gaps, when they end all at once', async () => {
  const { id, jobIds } = await batchOf(20, 'https://receiver.example.com/hook?a=b')
  expect(await readBatch(id)).toMatchObject({ status: 'pending', total: 20, finished_at: null })
  const ended = await Promise.all(
    jobIds.map((jobId, index) => end(jobId, index % 4 === 0 ? 'failed' : 'completed')),
  )
  expect(ended.every((one) => one!.deliveries! > 0)).toBe(true)
  expect(await readBatch(id)).toMatchObject({
    status: 'partially_failed',
    succeeded: 15,
    failed: 5,
    finished_at: expect.any(Date),
  })
  expect((await logOf(id)).map((row) => row.batch_seq)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  const { rows } = await fixture.pool.query(
    'SELECT event, host, count(*)::int FROM webhook_delivery WHERE batch_id = $1 GROUP BY event, host ORDER BY event',
    [id],
  )
  const host = 'receiver.example.com'
  expect(rows).toEqual([
    { event: 'batch.completed', host, count: 1 },
    { event: 'job.completed', host, count: 15 },
    { event: 'job.failed', host, count: 5 },
  ])
})

test.each(['completed', 'failed'] as const)('a batch whose items have all %s says so', async (ending) => {
  const { id, jobIds } = await batchOf(2)
  await end(jobIds[0]!, ending)
  expect(await readBatch(id)).toMatchObject({ status: 'processing', finished_at: null })
  await end(jobIds[1]!, ending)
  expect(await readBatch(id)).toMatchObject({ status: ending, finished_at: expect.any(Date) })
})

test('a batch costs what its items do, those that end together and those that follow', async () => {
  const { id, accountId } = await batchOf(6)
  const jobIds = await admit(fixture, accountId, 6)
  const [first, ...others] = jobIds
  await endItem(fixture, first!, 'completed', 200)
  await Promise.all(others.slice(1).map((jobId, index) => endItem(fixture, jobId, 'completed', 300 + index)))
  await endItem(fixture, others[0]!, 'failed')
  expect(await readBatch(id)).toMatchObject({ cost_micros: BigInt(200 + 300 + 301 + 302 + 303) })
})

describe('an item that ends while its open batch', () => {
  /** A batch of one item at work, to which more may be added. */
  async function openBatch() {
    const { id, accountId, jobIds } = await batchOf(1)
    await fixture.pool.query("UPDATE batch SET kind = 'crawl', is_open = true WHERE id = $1", [id])
    const claim = await claimJob(fixture.ctx, jobIds[0]!, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    return { id, accountId, job: claim.job }
  }

  const CLOSE = 'UPDATE batch SET is_open = false WHERE id = $1'

  test.each(['completed', 'failed'] as const)('is closed waits for that, and %s ends it', async (ending) => {
    const { id, job } = await openBatch()
    const { ends } = await transaction(fixture.pool, async (sql) => {
      await sql.query(CLOSE, [id])
      const ends =
        ending === 'completed'
          ? completeJob(fixture.ctx, job, delivery(0))
          : failJob(fixture.ctx, job, { code: 'ALL_TIERS_FAILED', message: 'no' })
      await untilBlocked(sql)
      return { ends }
    })
    expect(await ends).toBeDefined()
    expect(await readBatch(id)).toMatchObject({
      status: ending,
      is_open: false,
      total: 1,
      finished_at: expect.any(Date),
    })
  })

  test('gets its last items waits for that, and leaves it to those to end it', async () => {
    const { id, accountId, job } = await openBatch()
    const last = fixture.newJob(accountId, { sync: false })
    const { ends } = await transaction(fixture.pool, async (sql) => {
      await sql.query('UPDATE batch SET total = total + 1 WHERE id = $1', [id])
      await insertWaitingJobs(sql, fixture.ctx.secretBox, id, [last], 1)
      await sql.query(CLOSE, [id])
      const ends = completeJob(fixture.ctx, job, delivery(0))
      await untilBlocked(sql)
      return { ends }
    })
    expect(await ends).toBeDefined()
    expect(await readBatch(id)).toMatchObject({ status: 'processing', total: 2, finished_at: null })
    await end(last.id, 'completed')
    expect(await readBatch(id)).toMatchObject({ status: 'completed', finished_at: expect.any(Date) })
  })

  test('stays open leaves it open', async () => {
    const { id, job } = await openBatch()
    await completeJob(fixture.ctx, job, delivery(0))
    expect(await readBatch(id)).toMatchObject({ status: 'processing', is_open: true, finished_at: null })
  })
})
