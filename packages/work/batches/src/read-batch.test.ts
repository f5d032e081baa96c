import { uuidv7 } from '@gleaner/contracts'
import { LIMITS, RETENTION } from '@gleaner/contracts/limits'
import { claimJob, completeJob, readJobsOfBatch } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { listBatches } from './list-batches.ts'
import { readBatch } from './read-batch.ts'
import { readBatchHeads, readBatchLogs } from './read-batch-log.ts'
import { readInlineResults } from './read-inline-results.ts'
import { itemStatusOf, readItems } from './read-items.ts'
import { batchOf, end } from './testing/batch.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

describe('a batch of another account', () => {
  test('is unknown, stands in no list, and cannot be followed', async () => {
    const [own, other] = [await batchOf(fixture, 1), await batchOf(fixture, 1)]
    const { pool } = fixture
    expect(await readBatch(pool, own.accountId, own.id)).toMatchObject({ id: own.id, total: 1 })
    expect(await readBatch(pool, own.accountId, other.id)).toBeUndefined()
    const { batches, total } = await listBatches(pool, own.accountId, { limit: 10, offset: 0 })
    expect([batches.length, total]).toEqual([1, 1])
    const followed = [own.id, other.id].map((id) => ({ id, accountId: own.accountId }))
    expect([...(await readBatchHeads(pool, followed)).keys()]).toEqual([own.id])
  })

  test('nor is what is a batch inside only', async () => {
    const { id, accountId } = await batchOf(fixture, 1)
    await fixture.pool.query("UPDATE batch SET kind = 'search' WHERE id = $1", [id])
    expect(await readBatch(fixture.pool, accountId, id)).toBeUndefined()
    expect(await listBatches(fixture.pool, accountId, { limit: 10, offset: 0 })).toMatchObject({
      batches: [],
      total: 0,
    })
  })
})

test('batches are listed from the newest on, by status and by pages', async () => {
  const { pool } = fixture
  const { accountId, id: oldest } = await batchOf(fixture, 1)
  const more = await Promise.all([1, 2].map(() => batchOf(fixture, 1)))
  const [older, newest] = more.map(({ id }) => id)
  await pool.query('UPDATE batch SET account_id = $1 WHERE id = ANY($2)', [accountId, [older, newest]])
  for (const [index, id] of [newest, older, oldest].entries())
    await pool.query("UPDATE batch SET created_at = now() - $2 * interval '1 minute' WHERE id = $1", [
      id,
      index,
    ])
  const listed = async (query: Partial<Parameters<typeof listBatches>[2]>) => {
    const { batches, total } = await listBatches(pool, accountId, { limit: 10, offset: 0, ...query })
    return [batches.map(({ batch_id }) => batch_id.replace('batch_', '')), total]
  }
  expect(await listed({})).toEqual([[newest, older, oldest], 3])
  expect(await listed({ limit: 1, offset: 1 })).toEqual([[older], 3])
  await end(fixture, more[0]!.jobIds[0]!, 'failed')
  expect(await listed({ status: 'failed' })).toEqual([[older], 1])
})

describe('the items of a batch', () => {
  test('are read in the order of the request, however many there are and whatever has ended', async () => {
    const { id, jobIds } = await batchOf(fixture, 230)
    await end(fixture, jobIds[200]!, 'completed')
    await end(fixture, jobIds[3]!, 'failed')
    const items = await readItems(fixture.pool, id)
    expect(items.map(({ job_id }) => job_id)).toEqual(jobIds)
    expect([items[200], items[3], items[4]]).toMatchObject([
      { url: 'https://example.com/200', status: 'succeeded', status_code: 200, credits: 0 },
      { url: 'https://example.com/3', status: 'failed', error: 'no', error_code: 'ALL_TIERS_FAILED' },
      { url: 'https://example.com/4', status: 'pending' },
    ])
    expect(items[3]).not.toHaveProperty('credits')
    const read = await readJobsOfBatch(fixture.pool, id, { from: 198, limit: 4 })
    const idsOf = read.map((one) => (one.kind === 'finished' ? one.job.row.id : 'row' in one && one.row.id))
    expect(idsOf).toEqual(jobIds.slice(198, 202))
    expect(read.map(({ kind }) => kind)).toEqual(['open', 'open', 'finished', 'open'])
  })

  test('that were cancelled are told apart from those that failed', () => {
    expect(itemStatusOf('failed', { code: 'CANCELLED' })).toBe('cancelled')
    expect(itemStatusOf('failed', { code: 'ALL_TIERS_FAILED' })).toBe('failed')
    expect(itemStatusOf('running', null)).toBe('running')
    expect(itemStatusOf('completed', null)).toBe('succeeded')
  })
})

describe('the log of a batch', () => {
  test('goes on behind a place, with the counts by then, also where the reader does not know them', async () => {
    const { id, jobIds } = await batchOf(fixture, 5)
    const endings = ['failed', 'completed', 'failed', 'completed'] as const
    for (const [index, ending] of endings.entries()) await end(fixture, jobIds[index]!, ending)
    const empty = await batchOf(fixture, 1)
    const place = (seq: number, failed: number | null) => ({ batchId: id, seq, failed })
    const logs = await readBatchLogs(
      fixture.pool,
      [place(0, 0), { batchId: empty.id, seq: 0, failed: null }, place(1, null), place(3, 2), place(2, null)],
      2,
    )
    expect(logs.map((log) => log.map((entry) => [entry.seq, entry.succeeded, entry.failed]))).toEqual([
      [
        [1, 0, 1],
        [2, 1, 1],
      ],
      [],
      [
        [2, 1, 1],
        [3, 1, 2],
      ],
      [[4, 2, 2]],
      [
        [3, 1, 2],
        [4, 2, 2],
      ],
    ])
    expect(logs[0]!.map(({ jobId, status }) => [jobId, status])).toEqual([
      [jobIds[0], 'failed'],
      [jobIds[1], 'succeeded'],
    ])
  })
})

describe('results that come with a batch', () => {
  let batch: Awaited<ReturnType<typeof batchOf>>
  beforeEach(async () => {
    batch = await batchOf(fixture, 6)
  })

  const pageOf = (bytes: number) => `{"content":"${'x'.repeat(bytes - 14)}"}`
  async function deliver(index: number, bytes = 100): Promise<void> {
    const claim = await claimJob(fixture.ctx, batch.jobIds[index]!, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    await completeJob(fixture.ctx, claim.job, delivery(0, { page: pageOf(bytes) }))
  }
  const carried = async () => {
    const results = await readInlineResults(fixture.pool, batch.id)
    return batch.jobIds.flatMap((id, index) => (results.has(id) ? [index] : []))
  }

  test('are those of its own items that were delivered, and not past their retention', async () => {
    for (const index of [0, 1, 2]) await deliver(index)
    await end(fixture, batch.jobIds[3]!, 'failed')
    await fixture.pool.query(
      "UPDATE job SET finished_at = now() - $2 * interval '1 millisecond' WHERE id = $1",
      [batch.jobIds[1], RETENTION.resultMs + 1_000],
    )
    expect(await carried()).toEqual([0, 2])
    const results = await readInlineResults(fixture.pool, batch.id)
    expect(JSON.parse(results.get(batch.jobIds[2]!)!)).toMatchObject({ content: expect.any(String) })
    expect(results.size).toBe(2)
    expect((await readInlineResults(fixture.pool, uuidv7())).size).toBe(0)
  })

  test('are as many of the first as have room together, without those that are large by themselves', async () => {
    const quarter = LIMITS.batchInlineResults / 4
    await deliver(0, quarter + 1)
    for (const index of [5, 4, 3, 2, 1]) await deliver(index, quarter)
    expect(await carried()).toEqual([1, 2, 3, 4])
  })
})
