import { toBatchId, uuidv7 } from '@gleaner/contracts'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { checkDocumented } from '@gleaner/openapi/testing/check-documented'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createRealtimeFixture,
  type RealtimeFixture,
  type TestAccount,
  type TestCrawl,
} from '../testing/fixture.ts'
import { readEvents } from '../testing/read-events.ts'
import { openSocket } from '../testing/socket-client.ts'

let fixture: RealtimeFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createRealtimeFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const pathOf = ({ id }: { id: string }) => `/api/v1/crawl/${id}/stream`

/** Reads a reply to its end; throws when it is not as declared. */
async function read(path: string, headers: Record<string, string> = {}, key = account.key) {
  const response = await fetch(fixture.url + path, { headers: { 'X-API-Key': key, ...headers } })
  const { status } = response
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(text) : text
  const seen = { method: 'GET', url: path, status, headers: response.headers, body }
  checkReply(seen)
  checkDocumented(seen)
  return { status, body, events: readEvents(text) }
}

const completion = (id: number, counts: object) => ({
  id,
  event: 'complete',
  data: expect.objectContaining(counts),
})

/** A crawl that has found its second and third page on the first, of which one failed. */
async function ended(): Promise<TestCrawl> {
  const crawl = await fixture.crawl(account.id)
  const [start] = await crawl.grow(1)
  await fixture.end(start!)
  const [second, third] = await crawl.grow(2)
  await fixture.end(second!, 'failed')
  await fixture.end(third!)
  await crawl.close()
  return crawl
}

const WHOLE = [
  [1, 1, 0],
  [2, 1, 1],
  [3, 2, 1],
].map(([id, completed, failed]) => ({
  id,
  event: 'progress',
  data: expect.objectContaining({ completed, failed }),
}))
const END = completion(4, { status: 'completed', total: 3, completed: 2, failed: 1, cancelled: 0 })

describe('the stream of a crawl', () => {
  test('goes on while pages are found: all of them ending ends nothing, and the total grows', async () => {
    const crawl = await fixture.crawl(account.id)
    const [start] = await crawl.grow(1)
    const reading = read(pathOf(crawl))
    await eventually(async () => expect(await fixture.open()).toBe(1))
    await fixture.end(start!)
    const more = await crawl.grow(2)
    for (const jobId of more) await fixture.end(jobId)
    await crawl.close()
    const { events } = await reading
    expect(events.map(({ event }) => event)).toEqual(['progress', 'progress', 'progress', 'complete'])
    const received = events as { data: { total: number; pending: number } }[]
    expect(received[2]!.data).toMatchObject({ total: 3, pending: 0 })
    expect(events.at(-1)).toEqual(completion(4, { status: 'completed', total: 3, completed: 3 }))
  })

  test('is told again from the start, or from any event, once the crawl has ended', async () => {
    const crawl = await ended()
    expect((await read(pathOf(crawl))).events).toEqual([...WHOLE, END])
    for (const id of [1, 2, 3])
      expect((await read(pathOf(crawl), { 'Last-Event-ID': String(id) })).events).toEqual(
        [...WHOLE, END].slice(id),
      )
    expect((await read(`${pathOf(crawl)}?last_event_id=4`)).status).toBe(204)
    expect((await read(`${pathOf(crawl)}?last_event_id=5`)).status).toBe(400)
  })

  test('ends with what a cancellation leaves', async () => {
    const crawl = await fixture.crawl(account.id)
    const [start] = await crawl.grow(3)
    await fixture.end(start!)
    const reading = read(pathOf(crawl))
    await eventually(async () => expect(await fixture.open()).toBe(1))
    await crawl.cancel()
    const { events } = await reading
    expect(events.at(-1)).toEqual(
      completion(2, { status: 'cancelled', total: 3, completed: 1, failed: 0, cancelled: 2 }),
    )
  })

  test('says failed where no page was scraped, of a site that wants no robots as well', async () => {
    const empty = await fixture.crawl(account.id)
    await empty.close()
    expect((await read(pathOf(empty))).events).toEqual([completion(1, { status: 'failed', total: 0 })])
    const broken = await fixture.crawl(account.id)
    const [start] = await broken.grow(1)
    await fixture.end(start!, 'failed')
    await broken.close()
    expect((await read(pathOf(broken))).events.at(-1)).toEqual(completion(2, { status: 'failed', failed: 1 }))
  })

  test('is unknown to others, by another kind of id, and where there is none', async () => {
    const crawl = await ended()
    const stranger = await fixture.account()
    const batch = await fixture.batch(account.id, 1)
    for (const id of [uuidv7(), batch.uuid, toBatchId(crawl.id), 'x'])
      expect((await read(pathOf({ id }))).body).toMatchObject({ error: 'NOT_FOUND' })
    expect((await read(pathOf(crawl), {}, stranger.key)).body).toMatchObject({ error: 'NOT_FOUND' })
    expect((await read(`/api/v1/batch/${toBatchId(crawl.id)}/stream`)).body).toMatchObject({
      error: 'NOT_FOUND',
    })
  })
})

describe('over the WebSocket', () => {
  test('a crawl is told as it grows, from any place, and to its owner alone', async () => {
    const crawl = await fixture.crawl(account.id)
    const [start] = await crawl.grow(1)
    const client = await openSocket(fixture.url, { headers: { 'X-API-Key': account.key } })
    try {
      client.send({ action: 'subscribe', crawl_id: crawl.id })
      expect(await client.received('subscribed')).toMatchObject([{ crawl_id: crawl.id }])
      await fixture.end(start!)
      await client.received('job_update')
      const [second] = await crawl.grow(1)
      await fixture.end(second!)
      await client.received('job_update', 2)
      await crawl.close()
      await eventually(() =>
        expect(client.messages.at(-1)).toMatchObject({
          type: 'crawl_update',
          crawl_id: crawl.id,
          status: 'completed',
          total: 2,
          completed: 2,
          pending: 0,
        }),
      )
      const { id: stranger } = await fixture.account()
      client.send({ action: 'subscribe', crawl_id: (await fixture.crawl(stranger)).id })
      expect(await client.received('error')).toMatchObject([{ code: 'NOT_FOUND' }])
    } finally {
      client.close()
    }
  })
})
