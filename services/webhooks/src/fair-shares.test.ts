import type { ServerResponse } from 'node:http'
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

const LARGE = JSON.stringify({ final_url: 'https://example.com/', content: 'x'.repeat(900_000) })
/** Far longer than a test: what stalls is never over by itself. */
const STALLS = { timeoutMs: 120_000, leaseMs: 240_000 }

/** Twenty receivers of one account that take what they are sent, and say nothing. */
async function startStalling() {
  const open = new Set<ServerResponse>()
  const receiver = await startReceiver((_received, response) => open.add(response), { host: '0.0.0.0' })
  const port = new URL(receiver.url).port
  const urls = Array.from({ length: 20 }, (_, i) => `http://127.0.0.${i + 1}:${port}/hook`)
  return Object.assign(receiver, { urls, open })
}

type Stalling = Awaited<ReturnType<typeof startStalling>>

async function flood({ urls }: Stalling, jobs: number): Promise<void> {
  const accountId = await fixture.account(0)
  for (const url of urls) await fixture.endpoint(accountId, url, ['job.completed'])
  for (let i = 0; i < jobs; i++) await fixture.complete(await fixture.job(accountId), { page: LARGE })
}

/** How many requests are open once no more come. */
async function untilFull(stalling: Stalling): Promise<number> {
  const underWay = async () =>
    (await fixture.rows('SELECT count(*)::int AS n FROM webhook_delivery WHERE lease_until > now()'))[0].n
  return await eventually(async () => {
    const [before, arrived] = [await underWay(), stalling.received.length]
    // Nothing tells that no more come.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(arrived).toBeGreaterThan(0)
    expect([await underWay(), stalling.received.length]).toEqual([before, before])
    return before
  })
}

test("an account's twenty receivers that stall with large results hold a share, and others' webhooks go on beside them", async () => {
  await using _ = fixture.dispatcher({ concurrency: 1_000, perHost: 32, ...STALLS })
  await using stalling = await startStalling()
  await using receiver = await startReceiver()
  await flood(stalling, 4)
  const held = await untilFull(stalling)
  expect(held).toBeLessThanOrEqual(20)
  const neighbour = await fixture.account(0)
  for (let i = 1; i <= 30; i++) {
    const page = i % 2 ? {} : { page: LARGE }
    await fixture.complete(await fixture.job(neighbour, receiver.url), page)
    await eventually(() => expect(receiver.received).toHaveLength(i))
  }
  // None of those has ended meanwhile, nor has one more begun.
  expect(stalling.open.size).toBe(held)
  expect(stalling.received).toHaveLength(held)
})

test('the same beside several such accounts, with several dispatchers', async () => {
  const settings = { concurrency: 100, perHost: 32, mostBytes: 12_000_000, ...STALLS }
  await using _one = fixture.dispatcher(settings)
  await using _other = fixture.dispatcher(settings)
  const floods = await Promise.all([1, 2, 3, 4].map(startStalling))
  await using receiver = await startReceiver()
  for (const stalling of floods) await flood(stalling, 2)
  await Promise.all(floods.map((stalling) => eventually(() => expect(stalling.open.size).toBeGreaterThan(0))))
  const neighbour = await fixture.account(0)
  for (let i = 1; i <= 10; i++) {
    await fixture.complete(await fixture.job(neighbour, receiver.url), { page: LARGE })
    await eventually(() => expect(receiver.received).toHaveLength(i))
  }
  for (const stalling of floods) {
    expect(stalling.open.size).toBe(stalling.received.length)
    await stalling[Symbol.asyncDispose]()
  }
})

test("an account that stalls under a thousand names delays its neighbour's webhook by no turn", async () => {
  await using dispatcher = fixture.dispatcher({
    concurrency: 1_000,
    perHost: 32,
    ...STALLS,
    pollMs: 3_600_000,
  })
  await using stalling = await startStalling()
  await using receiver = await startReceiver()
  const greedy = await fixture.account(0)
  const port = new URL(stalling.url).port
  await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, next_attempt_at)
     SELECT gen_random_uuid(), $1, 'webhook.test', 'http://' || host || '/', host, '{}', now() - interval '1 hour'
     FROM (SELECT '127.0.' || n / 250 || '.' || 1 + n % 250 || ':' || $2 AS host FROM generate_series(0, 999) AS n) AS names`,
    [greedy, port],
  )
  dispatcher.wake()
  const held = await untilFull(stalling)
  expect(held).toBeLessThanOrEqual(64)
  const neighbour = await fixture.account(0)
  await fixture.complete(await fixture.job(neighbour, receiver.url))
  // One look, whoever is looked at first: nothing wakes the dispatcher a second time.
  dispatcher.wake()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(stalling.open.size).toBe(held)
})
