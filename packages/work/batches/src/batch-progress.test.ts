import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { end as endItem, batchOf as makeBatch } from './testing/batch.ts'

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
