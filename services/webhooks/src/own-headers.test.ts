import { inspect } from 'node:util'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createWebhooksFixture, type WebhooksFixture } from './testing/fixture.ts'
import { startReceiver } from './testing/receiver.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await createWebhooksFixture()
})
afterEach(async () => {
  await fixture.pool.query('DELETE FROM webhook_delivery')
})
afterAll(() => fixture.close())

const JOB_EVENTS = ['job.completed']
const ended = async (count: number) =>
  await eventually(async () => {
    const rows = await fixture.rows('SELECT state FROM webhook_delivery')
    expect(rows.filter(({ state }) => ['delivered', 'failed'].includes(state))).toHaveLength(count)
  })

test('each receiver is sent the headers that its owner named for it, and no other’s', async () => {
  const [accountId, other] = [await fixture.account(1_000_000), await fixture.account(1_000_000)]
  await using own = await startReceiver()
  await using named = await startReceiver()
  await using plain = await startReceiver()
  await fixture.endpoint(accountId, own.url, JOB_EVENTS, {
    Authorization: 'Bearer of-endpoint',
    'User-Agent': 'their own',
  })
  await fixture.endpoint(other, plain.url, JOB_EVENTS)
  const ofRequest = { authorization: 'Bearer of-request', 'X-Team': 'blue' }
  const { jobIds } = await fixture.batch(accountId, 1, named.url, ofRequest)
  await fixture.complete(jobIds[0]!)
  await fixture.complete((await fixture.batch(other, 1)).jobIds[0]!)
  await using _ = fixture.dispatcher()
  await ended(4)
  expect(own.received.map(({ headers }) => headers)).toMatchObject([
    { authorization: 'Bearer of-endpoint', 'user-agent': 'their own', 'content-type': 'application/json' },
  ])
  // Of the job, and of the end of the batch.
  expect(named.received).toHaveLength(2)
  for (const { headers } of named.received)
    expect(headers).toMatchObject({
      authorization: 'Bearer of-request',
      'x-team': 'blue',
      'user-agent': /^Gleaner/.exec(headers['user-agent']!) && headers['user-agent'],
      'webhook-signature': expect.stringContaining('v1,'),
    })
  expect(plain.received.map(({ headers }) => headers)).toEqual([
    expect.not.objectContaining({ authorization: expect.anything() }),
  ])
})

test('a redirect takes them nowhere', async () => {
  const accountId = await fixture.account(1_000_000)
  await using target = await startReceiver()
  await using receiver = await startReceiver((_, response) =>
    response.writeHead(307, { location: target.url }).end(),
  )
  const { jobIds } = await fixture.batch(accountId, 1, receiver.url, { Authorization: 'Bearer t0ken' })
  await fixture.complete(jobIds[0]!)
  await using _ = fixture.dispatcher()
  await ended(2)
  expect(receiver.received.length).toBeGreaterThan(1)
  expect(target.received).toHaveLength(0)
})

test('what they hold is in no row that tells of the delivery', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver((_, response) => response.writeHead(500).end())
  const { jobIds } = await fixture.batch(accountId, 1, receiver.url, { Authorization: 'Bearer hunter2' })
  await fixture.complete(jobIds[0]!)
  await using _ = fixture.dispatcher()
  await ended(2)
  for (const table of ['webhook_delivery', 'webhook_attempt', 'batch', 'job'])
    expect(inspect(await fixture.rows(`SELECT * FROM ${table}`), { depth: 9 })).not.toContain('hunter2')
})

test('nothing is sent without headers that cannot be opened, nor with those of another origin', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver()
  const { jobIds } = await fixture.batch(accountId, 1, receiver.url, { Authorization: 'Bearer t0ken' })
  const id = await fixture.endpoint(accountId, receiver.url, JOB_EVENTS, { Authorization: 'Bearer t0ken' })
  await fixture.complete(jobIds[0]!)
  // The endpoint has moved since, and its delivery was taken before.
  await fixture.pool.query("UPDATE webhook_endpoint SET url = 'http://127.0.0.1:1/' WHERE id = $1", [id])
  const lost = createSecretBox(generateKey('lost')).seal('{}', 'x')
  await fixture.pool.query('UPDATE batch SET webhook_headers = $1', [lost])
  await using _ = fixture.dispatcher()
  await ended(3)
  expect(receiver.received).toHaveLength(0)
  const [{ error }] = await fixture.rows('SELECT error FROM webhook_attempt LIMIT 1')
  expect(error).toMatch(/could not be signed or addressed/)
})

test('a receiver is told which request asked for the work, unless its owner uses that name', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver()
  await using own = await startReceiver()
  await fixture.endpoint(accountId, own.url, JOB_EVENTS, { 'X-Request-ID': 'of the owner' })
  const { id, jobIds } = await fixture.batch(accountId, 1, receiver.url)
  await fixture.pool.query("UPDATE batch SET request_id = 'req_of_batch' WHERE id = $1", [id])
  await fixture.complete(jobIds[0]!)
  const single = await fixture.job(accountId, receiver.url)
  await fixture.pool.query("UPDATE job SET request_id = 'req_of_job' WHERE id = $1", [single])
  await fixture.complete(single)
  await using _ = fixture.dispatcher()
  await ended(5)
  const sent = receiver.received.map(({ headers }) => headers['x-request-id'])
  expect(sent.sort()).toEqual(['req_of_batch', 'req_of_batch', 'req_of_job'])
  expect(new Set(own.received.map(({ headers }) => headers['x-request-id']))).toEqual(
    new Set(['of the owner']),
  )
})
