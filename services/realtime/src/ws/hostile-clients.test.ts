import { uuidv7 } from '@gleaner/contracts'
import { eventually, startDatabaseProxy } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from '../testing/fixture.ts'
import { openSocket, type SocketClient } from '../testing/socket-client.ts'

let fixture: RealtimeFixture
let account: TestAccount
const clients: SocketClient[] = []

beforeAll(async () => {
  fixture = await createRealtimeFixture()
  account = await fixture.account()
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(() => fixture.close())

async function open({ url, key = account.key }: { url?: string; key?: string } = {}): Promise<SocketClient> {
  const client = await openSocket(url ?? fixture.url, { headers: { 'X-API-Key': key } })
  clients.push(client)
  return client
}

const DEEP = `${'['.repeat(8_000)}${']'.repeat(8_000)}`

test.each<[string, string | Buffer, RegExp]>([
  ['no JSON', 'subscribe', /no JSON object/],
  ['nothing', '', /no JSON object/],
  ['a bare value', '"subscribe"', /no JSON object/],
  ['deep JSON', DEEP.slice(7_800, 8_200), /no JSON object/],
  ['deep JSON that is long', DEEP, /longer than 512 characters/],
  ['an unknown action', '{"action":"drop"}', /Unknown action/],
  ['an inherited name', '{"action":"__proto__","__proto__":{"job_id":"1"}}', /Unknown action/],
  ['no target', '{"action":"subscribe"}', /"job_id"/],
  ['two targets', `{"action":"subscribe","job_id":"1","batch_id":"2"}`, /either/],
  ['a NUL in an id', '{"action":"subscribe","job_id":"\\u0000"}', /UUID/],
  ['a number for an id', '{"action":"subscribe","job_id":1}', /UUID/],
  [
    "a batch's UUID without its prefix",
    '{"action":"subscribe","batch_id":"01a2023e-f2ba-7774-ae57-acf321061014"}',
    /batch_/,
  ],
  [
    'a huge place',
    '{"action":"subscribe","batch_id":"batch_01a2023e-f2ba-7774-ae57-acf321061014","after":1e30}',
    /"after"/,
  ],
  ['a binary frame', Buffer.from('{"action":"ping"}'), /text frames/],
])('%s is an error that names the remedy', async (_what, message, remedy) => {
  const client = await open()
  client.socket.send(message)
  expect(await client.received('error')).toMatchObject([
    { code: 'INVALID_REQUEST', message: expect.stringMatching(remedy) },
  ])
  client.send({ action: 'ping' })
  await client.received('pong')
})

test('a message above 16 KB, and text that is no UTF-8, end the connection', async () => {
  const [large, garbled] = [await open(), await open()]
  large.send(' '.repeat(20_000))
  expect(await large.closed).toMatchObject({ code: 1009 })
  garbled.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
  expect(await garbled.closed).toMatchObject({ code: 1007 })
})

test('who floods is told so, and then closed', async () => {
  const client = await open()
  for (let i = 0; i < 2_200; i++) client.send({ action: 'ping' })
  expect(await client.closed).toEqual({ code: 4008, reason: 'too many messages' })
  expect(client.messages.filter((one) => one.type === 'error')).toHaveLength(50)
})

test('who floods over many connections is told so', async () => {
  const { key } = await fixture.account()
  const many = await Promise.all(Array.from({ length: 6 }, () => open({ key })))
  for (const client of many) for (let i = 0; i < 1_000; i++) client.send({ action: 'ping' })
  await eventually(() => {
    const received = many.flatMap(({ messages }) => messages.map(({ type }) => type))
    expect(received.filter((type) => type === 'pong').length).toBeGreaterThanOrEqual(5_000)
    expect(received.filter((type) => type === 'error').length).toBeGreaterThan(0)
  })
  const other = await open({ key: (await fixture.account()).key })
  other.send({ action: 'ping' })
  await other.received('pong')
})

test('a connection follows so many and no more', async () => {
  const client = await open()
  const { jobIds } = await fixture.batch(account.id, 1_000)
  const job_id = uuidv7()
  for (const one of [...jobIds, job_id]) client.send({ action: 'subscribe', job_id: one })
  expect(await client.received('error')).toMatchObject([{ code: 'RATE_LIMITED', job_id }])
  await client.received('subscribed', 1_000)
})

test('who does not read has updates wait in the database, and gets them all in the end', async () => {
  const { batchId, jobIds } = await fixture.batch(account.id, 32)
  await Promise.all(jobIds.map((jobId) => fixture.end(jobId)))
  const page = JSON.stringify({ content: 'x'.repeat(900_000) })
  await fixture.jobs.pool.query('UPDATE job_page SET page = $1 WHERE job_id = ANY($2)', [page, jobIds])
  const client = await open()
  client.socket.pause()
  const before = process.memoryUsage().arrayBuffers
  client.send({ action: 'subscribe', batch_id: batchId })
  await eventually(() => expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(3_000_000))
  // All of them are 29 MB; what has been read of Postgres and not yet collected counts as well.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(22_000_000)
  client.socket.resume()
  expect((await client.received('job_update', 32, 20_000)).map(({ seq }) => seq)).toEqual(
    jobIds.map((_, index) => index + 1),
  )
})

test('while Postgres is away the connection stays, and what happened is told when it is back', async () => {
  const proxy = await startDatabaseProxy(fixture.jobs.databaseUrl)
  const { url, stop } = await fixture.start({ DATABASE_URL: proxy.url })
  try {
    const client = await open({ url })
    const {
      jobIds: [job_id = ''],
    } = await fixture.batch(account.id, 1)
    client.send({ action: 'subscribe', job_id })
    await client.received('subscribed')
    proxy.refuse('read-job-states')
    await fixture.end(job_id)
    await eventually(() => expect(fixture.logs.join('')).toMatch(/what is followed could not be read/))
    proxy.restore()
    expect((await client.received('job_update')).at(-1)).toMatchObject({ status: 'completed' })
  } finally {
    await stop()
    await proxy.close()
  }
})

test('a process that stops says so, and another one tells the state', async () => {
  const { url, stop } = await fixture.start()
  const client = await open({ url })
  const {
    jobIds: [job_id = ''],
  } = await fixture.batch(account.id, 1)
  client.send({ action: 'subscribe', job_id })
  await client.received('subscribed')
  await Promise.all([stop(), fixture.end(job_id)])
  expect(await client.closed).toMatchObject({ code: 1012, reason: expect.stringMatching(/subscribe again/) })
  const again = await open()
  again.send({ action: 'subscribe', job_id })
  expect((await again.received('job_update')).at(-1)).toMatchObject({ status: 'completed' })
})
