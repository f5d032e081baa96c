import { createPool, type Pool } from '@gleaner/db'
import { createConsumer } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { handleTask } from './handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from './testing/fixture.ts'

let fixture: WorkerFixture
/** For what the test itself asks: the worker's statements are counted on its own pool. */
let observer: Pool
beforeAll(async () => {
  fixture = await createWorkerFixture()
  observer = createPool({ url: fixture.jobs.pool.options.connectionString! })
})
afterAll(async () => {
  await observer.end()
  await fixture.close()
})

/** The row's version changes with every write. */
async function rowOf(id: string) {
  const { rows } = await observer.query(
    'SELECT status, fence, xmin::text AS version FROM job WHERE id = $1',
    [id],
  )
  return rows[0] as { status: string; fence: number; version: string }
}

test('a job that waits for its host is not claimed, and costs no statement until its turn comes', async () => {
  const permits = await fixture.permits({ perHost: 1 })
  const accept = () => fixture.accept({ url: `${fixture.site.url}/plain` })
  const [first, waiting] = [await accept(), await accept()]
  const permit = await permits.acquire(await fixture.taskOf(first), '1')
  const accepted = await rowOf(waiting)
  await fixture.enqueue(waiting)

  let statements = 0
  const count = () => statements++
  fixture.jobs.pool.on('acquire', count)
  const consumer = createConsumer({
    redisUrl: fixture.redisUrl,
    queue: 'scrape-tier-1',
    concurrency: 4,
    handle: (task, stopping) => handleTask({ ...fixture.context('1'), permits }, task, stopping),
    onError: () => {},
    onFailedTry: () => {},
  })
  const queue = fixture.jobs.producer.queues().find(({ name }) => name === 'scrape-tier-1')!
  await eventually(async () => expect(await queue.getDelayedCount()).toBe(1))
  // As often as a second of polling would have come back to it.
  for (let i = 0; i < 3; i++) await permits.renew()
  expect(await queue.getDelayedCount()).toBe(1)
  expect([statements, await rowOf(waiting)]).toEqual([0, accepted])

  permit.releaseHost()
  await eventually(async () => expect(await rowOf(waiting)).toMatchObject({ status: 'completed', fence: 1 }))
  expect(statements).toBeGreaterThan(0)
  permit[Symbol.dispose]()
  await consumer.stop(5_000)
})
