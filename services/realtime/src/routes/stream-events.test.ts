import { uuidv7 } from '@gleaner/contracts'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { checkDocumented } from '@gleaner/openapi/testing/check-documented'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { FEEDS_OF_ACCOUNT_MAX } from '../feed/open-feeds.ts'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from '../testing/fixture.ts'
import { readEvents } from '../testing/read-events.ts'
import { openSocket } from '../testing/socket-client.ts'

let fixture: RealtimeFixture
const listening: AbortController[] = []
beforeAll(async () => {
  fixture = await createRealtimeFixture()
})
afterEach(async () => {
  for (const one of listening.splice(0)) one.abort()
  await eventually(async () => expect(await fixture.open()).toBe(0))
})
afterAll(() => fixture.close())

const PATH = '/api/v1/events'

/** Listens until the test ends; `seen()` is what has come, and checks it against what is declared. */
async function listen({ key }: TestAccount, query = '', headers: Record<string, string> = {}) {
  const left = new AbortController()
  listening.push(left)
  const path = PATH + query
  const response = await fetch(fixture.url + path, {
    headers: { 'X-API-Key': key, ...headers },
    signal: left.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece
  })().catch(() => {})
  const seen = () => {
    const reply = { method: 'GET', url: path, status: response.status, headers: response.headers, body: text }
    checkReply(reply)
    checkDocumented(reply)
    return readEvents(text)
  }
  const updates = () => seen().filter(({ event }) => event !== 'subscribed')
  if (response.status === 200) await eventually(() => expect(seen()[0]?.event).toBe('subscribed'))
  return { status: response.status, seen, updates, reading, text: () => text, leave: () => left.abort() }
}

test('the stream of an account tells what ends in it, in order, and nothing of other accounts', async () => {
  const [account, other] = [await fixture.account(), await fixture.account()]
  const [own, foreign] = [await listen(account), await listen(other)]
  const { jobIds, batchId } = await fixture.batch(account.id, 3)
  // One by one: what ends at the same time comes in any order.
  for (const [nth, id] of jobIds.entries()) {
    await fixture.end(id, nth === 1 ? 'failed' : 'completed')
    await eventually(() => expect(own.updates().length).toBeGreaterThan(nth))
  }
  await eventually(() => expect(own.updates()).toHaveLength(4))
  const seen = own
    .updates()
    .map(({ event, data }) => [event, data.type, data.job_id ?? data.batch_id, data.status])
  expect(seen.filter(([event]) => event === 'job_update')).toEqual(
    jobIds.map((id, nth) => ['job_update', 'job_update', id, nth === 1 ? 'failed' : 'completed']),
  )
  expect(seen).toContainEqual(['batch_update', 'batch_update', batchId, 'partially_failed'])
  expect(own.text()).toContain(`id: ${own.updates()[0]!.data.cursor}\n`)
  expect(foreign.updates()).toEqual([])
})

test('it goes on after any event, by the header or the query, with what ended meanwhile and nothing twice', async () => {
  const account = await fixture.account()
  const first = await listen(account, '?kinds=job')
  const begin = first.seen()[0]!.data.cursor as string
  const { jobIds } = await fixture.batch(account.id, 4)
  for (const id of jobIds) await fixture.end(id)
  await eventually(() => expect(first.updates()).toHaveLength(4))
  first.leave()
  const cursors = [begin, ...first.updates().map(({ data }) => data.cursor as string)]
  for (const [nth, cursor] of cursors.slice(0, 4).entries()) {
    const again = await (nth % 2 === 0
      ? listen(account, '?kinds=job', { 'Last-Event-ID': cursor })
      : listen(account, `?kinds=job&cursor=${cursor}`))
    await eventually(() => expect(again.updates().map(({ data }) => data.job_id)).toEqual(jobIds.slice(nth)))
    again.leave()
  }
})

test('it is filtered, and carries results where they are wanted', async () => {
  const account = await fixture.account()
  const stream = await listen(account, '?kinds=job,crawl&statuses=failed,completed&results=true')
  const { jobIds } = await fixture.batch(account.id, 2)
  await fixture.end(jobIds[0]!)
  await fixture.end(jobIds[1]!, 'failed')
  await eventually(() => expect(stream.updates()).toHaveLength(2))
  const [done, failed] = stream.updates()
  expect(done!.data.result).not.toBeNull()
  expect(failed!.data.result).toBeNull()
})

test.each([
  ['?cursor=x', {}],
  ['?kinds=map', {}],
  ['?kinds=', {}],
  ['?statuses=running', {}],
  ['', { 'Last-Event-ID': '7' }],
])('it is refused with %j %j, and the field is named', async (query, headers: Record<string, string>) => {
  const { status, reading, text } = await listen(await fixture.account(), query, headers)
  await reading
  expect(status).toBe(400)
  expect(JSON.parse(text()).details.issues[0].path).toMatch(/^(cursor|kinds|statuses|Last-Event-ID)/)
})

test('it is followed by a bounded number of connections of an account, sockets among them', async () => {
  const account = await fixture.account()
  const socket = await openSocket(fixture.url, { query: `api_key=${account.key}` })
  socket.send({ action: 'subscribe', feed: 'account' })
  await socket.received('subscribed')
  const open = await Promise.all(Array.from({ length: FEEDS_OF_ACCOUNT_MAX - 1 }, () => listen(account)))
  const refused = await listen(account)
  await refused.reading
  expect([refused.status, JSON.parse(refused.text()).error]).toEqual([429, 'CONCURRENCY_LIMITED'])
  open[0]!.leave()
  await eventually(async () => expect((await listen(account)).status).toBe(200))
  socket.close()
})

test('it ends in words with its key, and tells nothing to nobody', async () => {
  const account = await fixture.account()
  const stream = await listen(account)
  await fixture.jobs.pool.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [account.id])
  await stream.reading
  expect(stream.text()).toMatch(/: the credentials are not valid any more\n\n$/)
  expect((await fetch(fixture.url + PATH)).status).toBe(401)
  expect((await fetch(`${fixture.url}${PATH}?api_key=${uuidv7()}`)).status).toBe(401)
})

test('HEAD tells what it is, and ends', async () => {
  const { key } = await fixture.account()
  const reply = await fetch(fixture.url + PATH, { method: 'HEAD', headers: { 'X-API-Key': key } })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
})
