import { get } from 'node:http'
import { toBatchId, uuidv7 } from '@gleaner/contracts'
import { checkReply } from '@gleaner/contracts/testing/check-reply'
import { checkDocumented } from '@gleaner/openapi/testing/check-documented'
import { eventually, startDatabaseProxy } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createRealtimeFixture,
  type RealtimeFixture,
  type TestAccount,
  type TestBatch,
} from '../testing/fixture.ts'
import { readEvents, type SeenEvent } from '../testing/read-events.ts'

let fixture: RealtimeFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createRealtimeFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const pathOf = ({ batchId }: Pick<TestBatch, 'batchId'>) => `/api/v1/batch/${batchId}/stream`

/** Reads a reply to its end; throws when it is not as declared. */
async function read(
  path: string,
  headers: Record<string, string> = { 'X-API-Key': account.key },
  url = fixture.url,
) {
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const { status } = response
  const seen = {
    method: 'GET',
    url: path,
    status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
  checkReply(seen)
  checkDocumented(seen)
  return { status, text, body: seen.body, headers: response.headers, events: readEvents(text) }
}

/** What the stream of a batch says, whose items end in this order. */
function logOf({ jobIds, urls }: TestBatch, endings: readonly boolean[]): SeenEvent[] {
  const total = jobIds.length
  let failed = 0
  const events = endings.map((isFailed, index) => {
    failed += isFailed ? 1 : 0
    const [completed, pending] = [index + 1 - failed, total - index - 1]
    const latest = {
      latest_url: urls[index],
      latest_status: isFailed ? 'failed' : 'succeeded',
      job_id: jobIds[index],
    }
    return { id: index + 1, event: 'progress', data: { completed, failed, total, pending, ...latest } }
  })
  const status = failed === 0 ? 'completed' : failed === total ? 'failed' : 'partially_failed'
  const data = { status, total, completed: total - failed, failed, cancelled: 0 }
  return [...events, { id: total + 1, event: 'complete', data }]
}

async function finished(endings: readonly boolean[], urls?: string[]) {
  const batch = await fixture.batch(account.id, urls ?? endings.length)
  for (const [index, isFailed] of endings.entries())
    await fixture.end(batch.jobIds[index]!, isFailed ? 'failed' : 'completed')
  return { batch, log: logOf(batch, endings) }
}

test('all who follow a batch are told the end of each URL as it comes, and the end of the batch', async () => {
  const endings = [false, true, false, false, true]
  const batch = await fixture.batch(account.id, endings.length)
  const readers = Array.from({ length: 5 }, () => read(pathOf(batch)))
  await eventually(async () => expect(await fixture.open()).toBe(5))
  for (const [index, isFailed] of endings.entries())
    await fixture.end(batch.jobIds[index]!, isFailed ? 'failed' : 'completed')
  for (const { status, events, headers, text } of await Promise.all(readers)) {
    expect([status, events]).toEqual([200, logOf(batch, endings)])
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(text).toMatch(/^retry: \d{4}\n\w+:/)
  }
  await eventually(async () => expect(await fixture.open()).toBe(0))
})

describe('a stream goes on', () => {
  test('after any event that its reader names, and there is nothing after the last', async () => {
    const { batch, log } = await finished([false, true, true])
    for (let id = 0; id < log.length; id++) {
      const byHeader = await read(pathOf(batch), { 'X-API-Key': account.key, 'Last-Event-ID': String(id) })
      expect(byHeader.events).toEqual(log.slice(id))
      expect((await read(`${pathOf(batch)}?last_event_id=${id}`)).events).toEqual(log.slice(id))
    }
    const headers = { 'X-API-Key': account.key, 'Last-Event-ID': '4' }
    expect((await read(`${pathOf(batch)}?last_event_id=1`, headers)).status).toBe(204)
    expect((await read(pathOf(batch), { ...headers, 'Last-Event-ID': '' })).events).toEqual(log)
  })

  test.each(['5', '999999999', '1e3', '-1', '1.5', 'a', '%00', '99999999999999999999', '1 or 1=1'])(
    'not after %j, which is no event of it',
    async (id) => {
      const { batch } = await finished([false, true, true])
      const reply = await read(`${pathOf(batch)}?last_event_id=${encodeURIComponent(id)}`)
      expect([reply.status, reply.body.error]).toEqual([400, 'INVALID_REQUEST'])
      expect(reply.body.details.issues[0].path).toBe('Last-Event-ID')
    },
  )

  test('not after the end of a batch that has not ended', async () => {
    const batch = await fixture.batch(account.id, 2)
    await fixture.end(batch.jobIds[0]!)
    expect((await read(`${pathOf(batch)}?last_event_id=2`)).status).toBe(400)
  })

  test('without a gap or a double, wherever it is cut while the batch goes on', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const random = randomFrom(seed)
    const endings = Array.from({ length: 60 }, () => random() < 0.3)
    const urls = endings.map((_, i) => `https://example.com/${'é😀x'.repeat(random() * 40)}?i=${i}`)
    const batch = await fixture.batch(account.id, urls)
    const log = logOf(batch, endings)
    const readers = Array.from({ length: 4 }, () => readInPieces(batch, random))
    for (const [index, isFailed] of endings.entries())
      await fixture.end(batch.jobIds[index]!, isFailed ? 'failed' : 'completed', random() < 0.2)
    for (const { events, pieces } of await Promise.all(readers)) {
      expect([seed, events]).toEqual([seed, log])
      expect(pieces).toBeGreaterThan(2)
    }
  })
})

/** Follows a batch by connections that break off after so many bytes, as a client does that forgets events that came half. */
async function readInPieces(batch: TestBatch, random: () => number) {
  const events: SeenEvent[] = []
  let pieces = 0
  for (; events.at(-1)?.event !== 'complete'; pieces++) {
    const lastId = events.at(-1)?.id
    const text = await readBytes(batch, lastId, Math.floor(random() * 4_000))
    events.push(...readEvents(text))
  }
  return { events, pieces }
}

async function readBytes(batch: TestBatch, lastId: number | undefined, bytes: number): Promise<string> {
  const headers = {
    'X-API-Key': account.key,
    ...(lastId !== undefined && { 'Last-Event-ID': String(lastId) }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const call = get(`${fixture.url}${pathOf(batch)}`, { headers, agent: false }, (response) => {
    let seen = Buffer.alloc(0)
    response.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      if (seen.length >= bytes) response.destroy()
    })
    response.on('error', () => {})
    response.on('close', () => resolve(seen.subarray(0, bytes).toString()))
  })
  call.on('error', reject)
  return await promise
}

describe('nobody is told anything', () => {
  test("of another account's batch, of one that never was, and of what is no id", async () => {
    const { batch } = await finished([false])
    const stranger = await fixture.account()
    const tries = [
      [pathOf(batch), stranger.key],
      [pathOf({ batchId: toBatchId(uuidv7()) }), account.key],
      [pathOf({ batchId: batch.uuid }), account.key],
      [pathOf({ batchId: 'batch_1' }), account.key],
    ] as const
    for (const [path, key] of tries) {
      expect((await read(path, { 'X-API-Key': key })).body).toMatchObject({ error: 'NOT_FOUND' })
      expect((await read(`${path}?api_key=${key}`, {})).body).toMatchObject({ error: 'NOT_FOUND' })
    }
  })

  test.each([
    ['', {}],
    ['?api_key=', {}],
    ['?api_key=sk_live_wrong', {}],
    ['?api_key=a&api_key=b', {}],
    ['', { 'X-API-Key': 'sk_live_wrong' }],
    ['', { Authorization: 'Bearer x' }],
  ])('without a key that is one: %j, %j', async (query, headers: Record<string, string>) => {
    const { batch } = await finished([false])
    expect((await read(pathOf(batch) + query, headers)).status).toBe(401)
  })

  test('once the key is revoked', async () => {
    const { key, id } = await fixture.account()
    const batch = await fixture.batch(id, 1)
    const reading = read(`${pathOf(batch)}?api_key=${key}`, {})
    await eventually(async () => expect(await fixture.open()).toBe(1))
    await fixture.jobs.pool.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [id])
    expect((await reading).text).toMatch(/(?:^|\n\n): the credentials are not valid any more\n\n$/)
    // Gateways believe what they have read of a key for half a second.
    await eventually(async () => expect((await read(pathOf(batch), { 'X-API-Key': key })).status).toBe(401))
  })
})

test('a key in the query stands in no log', async () => {
  const { key, id } = await fixture.account()
  const { batchId } = await fixture.batch(id, 1)
  await read(`${pathOf({ batchId: 'batch_1' })}?api_key=${key}`, {})
  await read(`${pathOf({ batchId })}?api_key=${key}&last_event_id=x`, {})
  await read(`${pathOf({ batchId })}?api_key=${key}&organization_id=x`, {})
  await fetch(`${fixture.url}/api/v1/nothing?api_key=${key}`)
  const leaving = new AbortController()
  const stream = fetch(`${fixture.url}${pathOf({ batchId })}?api_key=${key}`, { signal: leaving.signal })
  await stream
  leaving.abort()
  await eventually(() => expect(fixture.logs.join('')).toContain('"status":499'))
  expect(fixture.logs.join('')).not.toContain(key)
})

test('a service that stops says so, and another one goes on from there', async () => {
  const endings = [false, false]
  const batch = await fixture.batch(account.id, endings.length)
  const other = await fixture.start()
  const stream = await fetch(other.url + pathOf(batch), { headers: { 'X-API-Key': account.key } })
  await fixture.end(batch.jobIds[0]!)
  await other.stop()
  const text = await stream.text()
  const events = readEvents(text)
  expect(text).toMatch(/(?:^|\n\n): this server stops; connect again to go on from here\n\n$/)
  await fixture.end(batch.jobIds[1]!)
  const rest = await read(`${pathOf(batch)}?last_event_id=${events.at(-1)?.id ?? 0}`)
  expect([...events, ...rest.events]).toEqual(logOf(batch, endings))
})

test('a stream outlives Postgres and Redis, and one that is opened meanwhile waits', async () => {
  const endings = [false, true, false]
  const batch = await fixture.batch(account.id, endings.length)
  const { databaseUrl, redisUrl } = fixture.jobs
  const [postgres, redis] = await Promise.all([startDatabaseProxy(databaseUrl), startDatabaseProxy(redisUrl)])
  const other = await fixture.start({ DATABASE_URL: postgres.url, REDIS_URL: redis.url })
  const reading = read(pathOf(batch), undefined, other.url)
  await eventually(async () => expect(await other.open()).toBe(1))
  await fixture.end(batch.jobIds[0]!)
  postgres.refuse('read-batch')
  await redis.close()
  await fixture.end(batch.jobIds[1]!, 'failed')
  const opening = read(`${pathOf(batch)}?last_event_id=1`, undefined, other.url)
  await eventually(async () => expect([await other.open(), postgres.cuts > 0]).toEqual([2, true]))
  postgres.restore()
  await fixture.end(batch.jobIds[2]!)
  expect((await reading).events).toEqual(logOf(batch, endings))
  expect((await opening).events).toEqual(logOf(batch, endings).slice(1))
  await other.stop()
  await postgres.close()
})

test('HEAD tells what a stream is, and ends', async () => {
  const batch = await fixture.batch(account.id, 1)
  const reply = await fetch(`${fixture.url}${pathOf(batch)}`, {
    method: 'HEAD',
    headers: { 'X-API-Key': account.key },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
})

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
