import { readFinishedJob } from '@gleaner/jobs'
import { connectRedis, endConnection } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { handleTask } from '../handle-task.ts'
import { createWorkerFixture, type WorkerFixture } from '../testing/fixture.ts'

let fixture: WorkerFixture
let redis: ReturnType<typeof connectRedis>
beforeAll(async () => {
  fixture = await createWorkerFixture()
  redis = connectRedis(fixture.redisUrl, 'worker', () => {})
})
afterAll(async () => {
  endConnection(redis)
  await fixture.close()
})

const never = new AbortController().signal
const requestsFor = (query: string) => fixture.site.requests.filter(({ path }) => path.endsWith(query)).length

/** The attempt ends as that of a process that stops when its page has come and is not settled. */
async function lose(id: string): Promise<void> {
  const ctx = fixture.context('1')
  const stopping = new AbortController()
  const fetcher: typeof ctx.fetcher = {
    ...ctx.fetcher,
    fetch: (request, signal) => ctx.fetcher.fetch(request, signal).finally(() => stopping.abort()),
  }
  const task = await fixture.taskOf(id)
  await expect(handleTask({ ...ctx, fetcher }, task, stopping.signal)).rejects.toThrow('interrupted')
}

async function acceptItemOfCrawl(url: string): Promise<string> {
  const id = await fixture.accept({ url, formats: ['markdown'] })
  await fixture.jobs.pool.query(`UPDATE job SET line = 'line:10:0:crawl' WHERE id = $1`, [id])
  return id
}

async function finish(id: string) {
  await handleTask(fixture.context('1'), await fixture.taskOf(id), never)
  const { row, page } = (await readFinishedJob(fixture.jobs.pool, id))!
  return { ...row, page: page === undefined ? undefined : JSON.parse(page) }
}

test('a page of a crawl that was fetched and not settled is asked for once, and is not kept any longer', async () => {
  const id = await acceptItemOfCrawl(`${fixture.site.url}/article?kept`)
  await lose(id)
  const [key] = await redis.keys(`gleaner:fetched:${id}*`)
  expect((await redis.getBuffer(key!))!.toString('latin1')).not.toContain('bridge')
  expect(await finish(id)).toMatchObject({
    status: 'completed',
    costMicros: 200,
    attempts: [{ tier: '1', result: 'delivered' }],
    page: { status_code: 200, content: { markdown: expect.stringContaining('bridge') } },
  })
  expect(requestsFor('?kept')).toBe(1)
  await eventually(async () => expect(await redis.exists(key!)).toBe(0))
})

test('what cannot be opened is fetched again', async () => {
  const id = await acceptItemOfCrawl(`${fixture.site.url}/article?damaged`)
  await lose(id)
  const [key] = await redis.keys(`gleaner:fetched:${id}*`)
  await redis.setrange(key!, 100, 'damaged')
  expect(await finish(id)).toMatchObject({ status: 'completed' })
  expect(requestsFor('?damaged')).toBe(2)
})

test('pages of other jobs are not kept', async () => {
  const id = await fixture.accept({ url: `${fixture.site.url}/article?alone` })
  await lose(id)
  expect(await redis.keys(`gleaner:fetched:${id}*`)).toEqual([])
  expect(await finish(id)).toMatchObject({ status: 'completed' })
  expect(requestsFor('?alone')).toBe(2)
})
