import { auditLedger } from '@gleaner/billing'
import { itemsLineName } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type AdmissionFixture, createAdmissionFixture, pagesOf } from '../testing/admission.ts'
import { insertTestBatch } from '../testing/batch.ts'

let fixture: AdmissionFixture
beforeAll(async () => {
  fixture = await createAdmissionFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.reset()
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const HOSTS = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com']

test('of a line whose items are counted no more are under way, wherever they are, and they begin in their order', async () => {
  const account = await fixture.accountOf({ concurrency: 20 })
  const line = itemsLineName('counted', 3)
  const pages = Array.from({ length: 3 }, (_, at) => HOSTS.map((host) => ({ url: `https://${host}/${at}` })))
  const { id, jobs } = await insertTestBatch(fixture, account, pages.flat(), { line })
  const other = await insertTestBatch(fixture, account, pagesOf('a.example.com', 2))
  await fixture.start({ schedulers: 2 })
  const began: string[] = []
  while (began.length < jobs.length) {
    const queued = await eventually(async () => {
      const found = (await fixture.queued()).filter(({ id }) => jobs.some((job) => job.id === id))
      expect(found).not.toEqual([])
      return found
    })
    expect(await underWay(id)).toBeLessThanOrEqual(3)
    await fixture.deliver(queued[0]!.id)
    began.push(queued[0]!.id)
  }
  expect(began).toEqual(jobs.map((job) => job.id).sort())
  // The account's other work was not kept from its places.
  expect(await underWay(other.id)).toBe(2)
})

test('its items go no further beyond what a host takes than those of other lines', async () => {
  const account = await fixture.accountOf({ concurrency: 20 })
  const line = itemsLineName('wide', 15)
  await insertTestBatch(fixture, account, pagesOf('a.example.com', 20), { line })
  await fixture.start({ perHost: 4 })
  await eventually(async () => expect(await fixture.underWay(account)).toBe(4))
  await insertTestBatch(fixture, account, pagesOf('b.example.com', 3), { line: itemsLineName('beside', 15) })
  fixture.wake(account)
  await eventually(async () => expect(await fixture.underWay(account)).toBe(7))
})

test('those that nothing can pay for end, as a batch’s do, in place of waiting as a crawl’s', async () => {
  const account = await fixture.accountOf({ micros: 200 })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 3), {
    line: itemsLineName('poor', 1),
  })
  await fixture.start()
  const [first] = await eventually(async () => {
    const queued = await fixture.queued()
    expect(queued).toHaveLength(1)
    return queued
  })
  await fixture.deliver(first!.id)
  await eventually(async () => {
    const { rows } = await fixture.pool.query('SELECT status, failed FROM batch WHERE id = $1', [id])
    expect(rows).toEqual([{ status: 'partially_failed', failed: 2 }])
  })
})

async function underWay(batchId: string): Promise<number> {
  const { rows } = await fixture.pool.query(
    'SELECT count(*)::int AS items FROM job WHERE batch_id = $1 AND queued_at IS NOT NULL AND finished_at IS NULL',
    [batchId],
  )
  return rows[0].items
}
