import { type LiveMessage, uuidv7 } from '@gleaner/contracts'
import { announceEnd, announceStatus, claimJob, completeJob, createJob, type Delivery } from '@gleaner/jobs'
import { delivery } from '@gleaner/jobs/testing/fixture'
import { MEGABYTE } from '@gleaner/runtime/units'
import { generateApiKey } from '@gleaner/security/api-key'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createRealtimeFixture, type RealtimeFixture, type TestAccount } from '../testing/fixture.ts'
import {
  type ClientSettings,
  connectSocket,
  openSocket,
  type SocketClient,
} from '../testing/socket-client.ts'

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

async function open(key = account.key, settings: ClientSettings = {}): Promise<SocketClient> {
  const client = await openSocket(fixture.url, { headers: { 'X-API-Key': key }, ...settings })
  clients.push(client)
  return client
}

async function newJob(accountId = account.id): Promise<string> {
  const job = fixture.jobs.newJob(accountId, { sync: false })
  await createJob(fixture.jobs.ctx, job)
  return job.id
}

async function begin(jobId: string) {
  const claim = await claimJob(fixture.jobs.ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  announceStatus(fixture.jobs.ctx, claim.job)
  return async (more: Partial<Delivery> = {}) => {
    const ended = await completeJob(fixture.jobs.ctx, claim.job, delivery(0, more))
    announceEnd(fixture.jobs.ctx, ended!)
  }
}

const ts = expect.any(Number)

describe('a job', () => {
  test('is told from its subscription to its end, in order', async () => {
    const client = await open()
    const job_id = await newJob()
    client.send({ action: 'subscribe', job_id })
    await client.received('subscribed')
    const end = await begin(job_id)
    await client.received('job_update')
    await end()
    await client.received('job_update', 2)
    const url = 'https://example.com/'
    const result = expect.objectContaining({ job_id, content: 'hello', billing: expect.anything() })
    expect(client.messages).toEqual([
      { type: 'connected', ts },
      { type: 'subscribed', job_id, status: 'pending', ts },
      { type: 'job_update', job_id, status: 'running', ts, error: null, result: null },
      { type: 'job_update', job_id, status: 'completed', url, ts, error: null, result },
    ])
  })

  test('that has ended is told at once, each time it is asked for', async () => {
    const client = await open()
    const {
      jobIds: [job_id = ''],
    } = await fixture.batch(account.id, 1)
    await fixture.end(job_id, 'failed')
    client.send({ action: 'subscribe', job_id })
    const [first] = await client.received('job_update')
    expect(first).toMatchObject({
      status: 'failed',
      error: 'no',
      error_code: 'ALL_TIERS_FAILED',
      result: null,
      seq: 1,
    })
    client.send({ action: 'subscribe', job_id: job_id.toUpperCase() })
    expect(await client.received('job_update', 2)).toEqual([first, first])
    expect(client.messages.map(({ type }) => type).join()).toBe(
      'connected,subscribed,job_update,subscribed,job_update',
    )
  })

  test('whose end races with its subscription is told once, after it', async () => {
    const client = await open()
    const jobIds = await Promise.all(Array.from({ length: 40 }, () => newJob()))
    await Promise.all(
      jobIds.map(async (job_id) => {
        const end = await begin(job_id)
        const ending = end()
        client.send({ action: 'subscribe', job_id })
        await ending
      }),
    )
    await client.received('subscribed', 40)
    await eventually(() => {
      for (const id of jobIds) {
        const of = client.messages.filter((message) => 'job_id' in message && message.job_id === id)
        const words = of.map((one) => (one.type === 'job_update' ? one.status : one.type)).join()
        expect(words).toMatch(/^subscribed,(running,)?completed$/)
      }
    })
  })

  test('that is unsubscribed from is told no more', async () => {
    const client = await open()
    const [kept, left] = [await newJob(), await newJob()]
    for (const job_id of [left, kept]) client.send({ action: 'subscribe', job_id })
    await client.received('subscribed', 2)
    client.send({ action: 'unsubscribe', job_id: left })
    expect(await client.received('unsubscribed')).toEqual([{ type: 'unsubscribed', job_id: left, ts }])
    for (const job_id of [left, kept]) await (await begin(job_id))()
    await eventually(() =>
      expect(client.messages.at(-1)).toMatchObject({ job_id: kept, status: 'completed' }),
    )
    expect(client.messages.filter((one) => one.type === 'job_update' && one.job_id === left)).toEqual([])
  })

  test('with a large result is told with its link, and without one where none is wanted', async () => {
    const client = await open()
    const [large, small] = [await newJob(), await newJob()]
    client.send({ action: 'subscribe', job_id: large })
    client.send({ action: 'subscribe', job_id: small, results: false })
    await client.received('subscribed', 2)
    await (await begin(large))({ page: JSON.stringify({ content: 'x'.repeat(MEGABYTE) }) })
    await (await begin(small))()
    await eventually(() => {
      const ended = client.messages.filter(
        (one) => one.type === 'job_update' && one.status === 'completed',
      ) as Extract<LiveMessage, { type: 'job_update' }>[]
      expect(ended.map(({ job_id, result, result_url }) => [job_id, result, result_url]).sort()).toEqual(
        [
          [large, null, `https://api.example.com/api/v1/jobs/${large}`],
          [small, null, undefined],
        ].sort(),
      )
    })
  })

  test('past its retention is told as such', async () => {
    const client = await open()
    const job_id = await newJob()
    await (await begin(job_id))()
    await fixture.jobs.pool.query("UPDATE job SET finished_at = now() - interval '25 hours' WHERE id = $1", [
      job_id,
    ])
    client.send({ action: 'subscribe', job_id })
    expect(await client.received('job_update')).toMatchObject([
      { status: 'completed', result: null, error_code: 'JOB_EXPIRED' },
    ])
  })
})

describe('a batch', () => {
  test('is told item by item in the order of its log, and at its end', async () => {
    const client = await open()
    const { batchId: batch_id, jobIds } = await fixture.batch(account.id, 10)
    await fixture.end(jobIds[0]!)
    client.send({ action: 'subscribe', batch_id })
    await client.received('subscribed')
    await Promise.all(
      jobIds.slice(1).map((jobId, index) => fixture.end(jobId, index < 3 ? 'failed' : 'completed')),
    )
    const last = await eventually(() => {
      const message = client.messages.at(-1)!
      expect(message).toMatchObject({ type: 'batch_update', pending: 0 })
      return message
    })
    const counts = { total: 10, completed: 7, failed: 3, cancelled: 0, pending: 0 }
    expect(last).toEqual({ type: 'batch_update', batch_id, status: 'partially_failed', ...counts, ts })
    expect(client.messages[1]).toEqual({
      ...{ type: 'subscribed', batch_id, status: 'processing', ts },
      ...{ total: 10, completed: 1, failed: 0, cancelled: 0, pending: 9 },
    })
    const updates = await client.received('job_update')
    expect(updates.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(
      updates.every(
        (one) => one.batch_id === batch_id && (one.status === 'failed') === (one.result === null),
      ),
    ).toBe(true)

    client.send({ action: 'subscribe', batch_id, after: 8, results: false })
    const again = await client.received('job_update', 12)
    expect(again.slice(10).map(({ seq, result }) => [seq, result])).toEqual([
      [9, null],
      [10, null],
    ])
  })
})

describe('who connects', () => {
  test.each<[string, (key: string) => ClientSettings]>([
    ['the query', (key) => ({ query: `api_key=${key}` })],
    ['X-API-Key', (key) => ({ headers: { 'X-API-Key': key } })],
    ['a subprotocol', (key) => ({ protocols: [key] })],
    ['a subprotocol beside a name', (key) => ({ protocols: ['gleaner', key] })],
  ])('may give the key in %s', async (_where, settings) => {
    const client = await open(account.key, { headers: {}, ...settings(account.key) })
    const [name] = settings('key').protocols ?? []
    expect(client.socket.protocol).toBe(name === 'key' ? account.key : (name ?? ''))
  })

  test.each<[string, RegExp, ClientSettings | ((other: TestAccount) => Promise<ClientSettings>)]>([
    ['no key', /^missing API key/, {}],
    ['what is no key', /^invalid API key/, { query: 'api_key=sk_live_1' }],
    ['a key that never was', /^invalid API key/, { query: `api_key=${generateApiKey('live').key}` }],
    ['a NUL in the key', /^invalid API key/, { query: 'api_key=%00sk_live_' }],
    [
      'no organization',
      /^invalid organization/,
      { query: `api_key=${generateApiKey('live').key}&organization_id=1` },
    ],
    [
      'a revoked key',
      /^disabled API key: it was revoked/,
      async ({ id, key }) => {
        await fixture.jobs.pool.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [id])
        return { query: `api_key=${key}` }
      },
    ],
    [
      'an expired key',
      /^disabled API key: it has expired/,
      async ({ id, key }) => {
        await fixture.jobs.pool.query('UPDATE api_key SET expires_at = now() WHERE account_id = $1', [id])
        return { query: `api_key=${key}` }
      },
    ],
    [
      'a blocked account',
      /^suspended account/,
      async ({ id, key }) => {
        await fixture.jobs.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [id])
        return { query: `api_key=${key}` }
      },
    ],
    [
      "somebody else's organization",
      /^no such organization/,
      async ({ key }) => ({ query: `api_key=${key}&organization_id=${account.id}` }),
    ],
    [
      'a key that may not read',
      /scope/,
      async ({ id, key }) => {
        await fixture.jobs.pool.query("UPDATE api_key SET scopes = '{write}' WHERE account_id = $1", [id])
        return { query: `api_key=${key}` }
      },
    ],
  ])('with %s is closed with 4001 and the reason', async (_what, reason, settings) => {
    const client = connectSocket(
      fixture.url,
      typeof settings === 'function' ? await settings(await fixture.account()) : settings,
    )
    expect(await client.closed).toEqual({ code: 4001, reason: expect.stringMatching(reason) })
    expect(client.messages).toEqual([])
  })

  test('acts for an organization that the maker of the key is a member of', async () => {
    const [organization, member] = [await fixture.account(), await fixture.account()]
    await fixture.jobs.pool.query(
      `WITH made AS (INSERT INTO organization (account_id, slug) VALUES ($1, 'tests'))
       INSERT INTO membership (user_id, account_id, role) SELECT user_id, $1, 'owner' FROM api_key WHERE account_id = $2`,
      [organization.id, member.id],
    )
    const job_id = await newJob(organization.id)
    const client = await open(member.key, {
      headers: {},
      query: `api_key=${member.key}&organization_id=${organization.id}`,
    })
    client.send({ action: 'subscribe', job_id })
    await client.received('subscribed')
  })

  test('is told within seconds that the key was revoked', async () => {
    const other = await fixture.account()
    const client = await open(other.key)
    await fixture.jobs.pool.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [other.id])
    expect(await client.closed).toEqual({ code: 4001, reason: 'disabled API key: it was revoked' })
  })

  test('is counted as a use of the key, and leaves it in no log', async () => {
    const other = await fixture.account()
    const client = await open(other.key, { headers: {}, query: `api_key=${other.key}` })
    client.send({ action: 'subscribe', job_id: await newJob(other.id) })
    await client.received('subscribed')
    await eventually(async () => {
      const { rows } = await fixture.jobs.pool.query('SELECT requests FROM api_key WHERE account_id = $1', [
        other.id,
      ])
      expect(Number(rows[0].requests)).toBe(2)
    })
    expect(fixture.logs.join('')).not.toMatch(/sk_(live|test)_/)
  })
})

test("another account's job and batch, and what never was, are errors that leave the connection", async () => {
  const other = await fixture.account()
  const { batchId, jobIds } = await fixture.batch(other.id, 1)
  const client = await open()
  const targets = [
    { job_id: jobIds[0]! },
    { batch_id: batchId },
    { job_id: uuidv7() },
    { batch_id: `batch_${uuidv7()}` },
  ]
  for (const target of targets) client.send({ action: 'subscribe', ...target })
  const errors = await client.received('error', 4)
  for (const target of targets)
    expect(errors).toContainEqual({
      type: 'error',
      code: expect.stringMatching(/NOT_FOUND/),
      message: expect.stringMatching(/no such/),
      ...target,
      ts,
    })
  client.send({ action: 'ping' })
  expect(await client.received('pong')).toEqual([{ type: 'pong', ts }])
})
