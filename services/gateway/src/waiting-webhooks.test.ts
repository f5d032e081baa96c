import { ENDPOINTS } from '@gleaner/contracts'
import { mostWaiting } from '@gleaner/outgoing-webhooks'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'production' })
})
afterAll(() => fixture.close())

const WEBHOOK = 'https://hooks.example.com/'
const TOKENS = 20

/** What each of the endpoints that cost credits is asked; `null`: nobody is told of it. */
const doors = (url: string): Record<string, object | null> => ({
  postScrape: { url, sync: false },
  postExtract: { url },
  postParse: { content: '<p>text</p>', sync: false },
  createBatch: { urls: [url] },
  createCrawl: { url, max_pages: 1 },
  createSearch: { query: 'boats', scrape_results: true },
  createMap: null,
  // Their runs are judged when they begin.
  createMonitor: null,
  createMonitorGroup: null,
  createSchedule: null,
  resumeMonitor: null,
  resumeSchedule: null,
  testTemplate: { url },
  // They ask what POST /scrape and POST /batch ask.
  retryJob: null,
  retryBatch: null,
})

async function accountThatWaits(deliveries: number): Promise<TestAccount> {
  const account = await fixture.account()
  await fixture.pool.query('UPDATE account SET requests_per_minute = $2 WHERE id = $1', [account.id, TOKENS])
  await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, next_attempt_at)
     SELECT gen_random_uuid(), $1, 'job.completed', $2, 'hooks.example.com', now() FROM generate_series(1, $3)`,
    [account.id, WEBHOOK, deliveries],
  )
  return account
}

const addEndpoint = ({ id }: TestAccount) =>
  fixture.pool.query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES (gen_random_uuid(), $1, $2, '{job.completed}')",
    [id, WEBHOOK],
  )

async function ask(account: TestAccount, path: string, body: object) {
  await fixture.forgetLimits()
  return await fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const REFUSED = {
  status: 429,
  body: { error: 'RATE_LIMITED', message: expect.stringMatching(/2000 webhooks of this account wait/) },
}
const workOf = async ({ id }: TestAccount) =>
  (
    await fixture.pool.query(
      `SELECT (SELECT count(*) FROM job WHERE account_id = $1) + (SELECT count(*) FROM batch WHERE account_id = $1)
            + (SELECT count(*) FROM search WHERE account_id = $1) AS work`,
      [id],
    )
  ).rows[0].work

test('every endpoint whose work is told refuses it while too much waits, and takes it once less does', async () => {
  const asked = doors(fixture.site.url)
  const costly = Object.entries(ENDPOINTS).filter(
    ([name, { method, errors }]) =>
      method === 'POST' &&
      (errors as readonly string[]).includes('INSUFFICIENT_BALANCE') &&
      // Who signs in by hand looks on: no webhook tells of it.
      !name.endsWith('ManualLogin'),
  )
  expect(Object.keys(asked).sort()).toEqual(costly.map(([name]) => name).sort())
  const account = await accountThatWaits(mostWaiting(TOKENS))
  await addEndpoint(account)
  const template = await ask(account, '/templates', { name: 'titles', fields: { title: 'h1' } })
  expect(template.status).toBe(201)
  for (const [name, { path }] of costly) {
    const body = asked[name]
    if (!body) continue
    const reply = await ask(account, path.replace('{template_id}', template.body.id), body)
    expect([name, reply]).toMatchObject([name, REFUSED])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await workOf(account)).toBe(0n)
  await fixture.pool.query(
    'DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE account_id = $1 LIMIT 1)',
    [account.id],
  )
  await eventually(async () => expect((await ask(account, '/scrape', asked.postScrape!)).status).toBe(202))
})

test('without addresses of its own an account is refused only what names one', async () => {
  const account = await accountThatWaits(mostWaiting(TOKENS))
  const { postScrape, createBatch, createCrawl } = doors(fixture.site.url)
  expect((await ask(account, '/scrape', postScrape!)).status).toBe(202)
  const named = { '/scrape': postScrape, '/batch': createBatch, '/crawl': createCrawl }
  for (const [path, body] of Object.entries(named))
    expect([path, await ask(account, path, { ...body, webhook_url: WEBHOOK })]).toMatchObject([path, REFUSED])
})

test('a batch’s webhook is not told again while too much waits', async () => {
  const account = await accountThatWaits(0)
  const made = await ask(account, '/batch', { ...doors(fixture.site.url).createBatch, webhook_url: WEBHOOK })
  expect(made.status).toBe(200)
  await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, next_attempt_at)
     SELECT gen_random_uuid(), $1, 'job.completed', $2, 'hooks.example.com', now() FROM generate_series(1, $3)`,
    [account.id, WEBHOOK, mostWaiting(TOKENS)],
  )
  await eventually(async () =>
    expect(await ask(account, `/batch/${made.body.batch_id}/webhook-retry`, {})).toMatchObject(REFUSED),
  )
})

test('what many jobs would add at once counts as well', async () => {
  const account = await accountThatWaits(mostWaiting(TOKENS) - 10)
  const { postScrape } = doors(fixture.site.url)
  await addEndpoint(account)
  const batchOf = (items: number, more: object = {}) =>
    ask(account, '/batch', { urls: Array(items).fill(fixture.site.url), ...more })
  for (const [items, more] of [
    [11, {}],
    [6, { webhook_url: WEBHOOK }],
  ] as const) {
    const refused = await batchOf(items, more)
    expect(refused).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } })
    expect(refused.body.message).toContain(`${items} jobs for`)
  }
  expect(await workOf(account)).toBe(0n)
  expect((await ask(account, '/scrape', postScrape!)).status).toBe(202)
  expect((await batchOf(5)).status).toBe(200)
})

test('another account goes on', async () => {
  const [busy, other] = [await accountThatWaits(mostWaiting(TOKENS)), await accountThatWaits(0)]
  await addEndpoint(busy)
  await addEndpoint(other)
  const { postScrape } = doors(fixture.site.url)
  expect((await ask(busy, '/scrape', postScrape!)).status).toBe(429)
  expect((await ask(other, '/scrape', postScrape!)).status).toBe(202)
})
