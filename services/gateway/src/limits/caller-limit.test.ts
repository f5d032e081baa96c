import { uuidv7 } from '@gleaner/contracts'
import { connectRedis, whenReady } from '@gleaner/queue'
import { passTime } from '@gleaner/rate-limits/testing/pass-time'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { forkGateway, startGateway } from '../testing/more-gateways.ts'

let fixture: GatewayFixture
let other: Awaited<ReturnType<typeof startGateway>>
let redis: ReturnType<typeof connectRedis>
/** The API of both gateways. */
let apis: [string, string]
beforeAll(async () => {
  fixture = await createGatewayFixture()
  other = await startGateway(fixture.env)
  apis = [`${fixture.url}/api/v1`, `${other.url}/api/v1`]
  redis = connectRedis(fixture.env.REDIS_URL!, 'worker', () => {})
  await whenReady(redis, 5_000)
})
afterAll(async () => {
  redis.disconnect()
  await other.stop()
  await fixture.close()
})

/** With 6 tokens a minute, which no test is slow enough to see coming back, and the 3 slots of the free tier. */
async function smallAccount(balanceMicros?: number): Promise<TestAccount> {
  const account = await fixture.account(balanceMicros, { ordinary: true })
  await fixture.pool.query('UPDATE account SET requests_per_minute = 6 WHERE id = $1', [account.id])
  return account
}
const freeAccount = () => fixture.account(1_000_000, { ordinary: true })
const poll = (api: string, { key }: TestAccount) =>
  fetch(`${api}/jobs/${uuidv7()}`, { headers: { 'X-API-Key': key } })
const scrapeSlowly = (api: string, { key }: TestAccount, signal?: AbortSignal) =>
  fetch(`${api}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${fixture.site.url}/slow?ms=1500` }),
    ...(signal && { signal }),
  })
const slotsTaken = async (account: TestAccount) =>
  Number((await fixture.get(account, '/usage')).headers.get('x-concurrency-current'))
const untilTaken = (account: TestAccount, count: number) =>
  eventually(async () => expect(await slotsTaken(account)).toBe(count))
const counted = (replies: Response[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

describe('tokens', () => {
  test('of one key are shared by all gateways, in a burst to the last one', async () => {
    const account = await smallAccount()
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => poll(apis[i % 2]!, account)))
    expect(counted(replies)).toEqual({ 404: 6, 429: 34 })
    const refused = replies.find(({ status }) => status === 429)!
    expect(await refused.json()).toMatchObject({
      error: 'RATE_LIMITED',
      details: { retry_after_seconds: expect.any(Number) },
    })
  })

  test('are back when Retry-After says so, for a write and for a read', async () => {
    const account = await smallAccount()
    for (let i = 0; i < 3; i++) expect((await fixture.scrape(account, '{}')).status).toBe(400)
    const refused = await fixture.scrape(account, '{}')
    expect(refused).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } })
    await passTime(redis, Number(refused.headers.get('retry-after')))
    expect((await fixture.scrape(account, '{}')).status).toBe(400)
    const read = await fixture.get(account, '/usage')
    expect(read.status).toBe(429)
    await passTime(redis, Number(read.headers.get('retry-after')))
    expect((await fixture.get(account, '/usage')).status).toBe(200)
  })

  test('are another key’s own, and those of a signed-in person', async () => {
    const account = await smallAccount()
    await Promise.all(Array.from({ length: 6 }, () => poll(apis[0], account)))
    expect((await fixture.get(account, '/usage')).status).toBe(429)
    expect((await fixture.get({ ...account, key: account.testKey }, '/usage')).status).toBe(200)
    expect((await fixture.asUser(account, 'GET', '/api-keys')).status).toBe(200)
  })

  test('of all keys of an account together are twice those of one, and its people go on', async () => {
    const account = await smallAccount()
    const keys = [account.key]
    for (let i = 0; i < 4; i++) {
      const { body } = await fixture.asUser(account, 'POST', '/api-keys', { name: `k${i}` })
      if (body.key) keys.push(body.key)
      await fixture.forgetLimits()
    }
    expect(keys).toHaveLength(5)
    const replies = await Promise.all(
      keys.flatMap((key, of) =>
        Array.from({ length: 6 }, (_, i) => poll(apis[(i + of) % 2]!, { ...account, key })),
      ),
    )
    expect(counted(replies)).toEqual({ 404: 12, 429: 18 })
    const refused = replies.filter(({ status }) => status === 429)
    for (const { headers } of refused) expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await refused[0]!.json()).message).toMatch(
      /^All keys of this account together may take 12 tokens/,
    )
    expect((await fixture.asUser(account, 'GET', '/api-keys')).status).toBe(200)
  })

  test('follow the account’s limits at once', async () => {
    const account = await smallAccount()
    await Promise.all(Array.from({ length: 6 }, () => poll(apis[0], account)))
    await fixture.pool.query('UPDATE account SET requests_per_minute = 300 WHERE id = $1', [account.id])
    await eventually(async () => {
      const { headers } = await fixture.get(account, '/usage')
      expect(headers.get('x-ratelimit-limit')).toBe('300')
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(200)
    })
  })
})

describe('every authenticated reply tells what is left', () => {
  test('when it succeeds, when it fails and when it is refused', async () => {
    const account = await smallAccount()
    const { key: readKey } = (
      await fixture.asUser(account, 'POST', '/api-keys', { name: 'r', scopes: ['read'] })
    ).body
    const replies = [
      await fixture.get(account, '/usage'),
      await fixture.scrape(account, '{"url": 7}'),
      await fixture.get(account, '/jobs/x'),
      await fixture.get(account, '/proxies?limit=none'),
      await fixture.scrape(account, '{}'),
      await fixture.scrape(readKey, '{}'),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 400, 429, 403])
    const limits = replies.map(({ headers }) => [
      headers.get('x-ratelimit-limit'),
      headers.get('x-ratelimit-remaining'),
      headers.get('x-concurrency-limit'),
      headers.get('x-concurrency-current'),
      headers.get('x-service-balance'),
    ])
    expect(limits).toEqual([
      ['6', '5', '3', '0', '$1.00'],
      ['6', '3', '3', '1', '$1.00'],
      ['6', '2', '3', '0', '$1.00'],
      ['6', '1', '3', '0', '$1.00'],
      ['6', '1', '3', '0', '$1.00'],
      ['6', '4', '3', '1', '$1.00'],
    ])
    const reset = Number(replies[4]!.headers.get('x-ratelimit-reset')) - Date.now() / 1000
    expect(reset).toBeGreaterThan(30)
    expect(reset).toBeLessThan(52)
  })

  test('and a request without valid credentials is told nothing', async () => {
    const { headers } = await fixture.request('/api/v1/usage', { headers: { 'X-API-Key': 'sk_live_x' } })
    expect([...headers.keys()].filter((name) => /ratelimit|concurrency|balance/.test(name))).toEqual([])
  })

  test.each([
    [0, '$0.00', 'exhausted'],
    [99_999, '$0.09', 'critical'],
    [100_000, '$0.10', 'low'],
    [499_999, '$0.49', 'low'],
    [500_000, '$0.50', null],
    [1_234_567_890, '$1234.56', null],
  ])('with a balance of %d micros as %s, %s', async (micros, shown, warning) => {
    const { headers } = await fixture.get(await smallAccount(micros), '/usage')
    expect([headers.get('x-service-balance'), headers.get('x-service-balance-warning')]).toEqual([
      shown,
      warning,
    ])
  })

  test('and GET /usage tells it in its body too', async () => {
    const account = await smallAccount()
    await fixture.scrape(account, '{}')
    const { headers, body } = await fixture.get(account, '/usage')
    expect(body.rate_limits).toMatchObject({ requests_per_minute: 6, current_usage: 3 })
    expect(Math.ceil(Date.parse(body.rate_limits.reset_at) / 1000)).toBe(
      Number(headers.get('x-ratelimit-reset')),
    )
  })
})

describe('slots', () => {
  test('are the account’s over all gateways; what reads goes on, and a reply gives its slot back', async () => {
    const account = await freeAccount()
    const slow = Array.from({ length: 8 }, (_, i) => scrapeSlowly(apis[i % 2]!, account))
    await untilTaken(account, 3)
    expect((await poll(apis[1], account)).status).toBe(404)
    const replies = await Promise.all(slow)
    expect(counted(replies)).toEqual({ 200: 3, 429: 5 })
    const refused = replies.find(({ status }) => status === 429)!
    expect(await refused.json()).toMatchObject({ error: 'CONCURRENCY_LIMITED' })
    expect(refused.headers.get('retry-after')).toBe('1')
    await untilTaken(account, 0)
    expect((await fixture.scrape(account, { url: `${fixture.site.url}/plain` })).status).toBe(200)
  })

  test('are free when a caller leaves', async () => {
    const account = await freeAccount()
    const leaving = new AbortController()
    const gone = scrapeSlowly(apis[0], account, leaving.signal).catch(() => 'gone')
    await untilTaken(account, 1)
    leaving.abort()
    expect(await gone).toBe('gone')
    await untilTaken(account, 0)
  })

  test('of a gateway that was killed are free within 30 seconds', async () => {
    const child = await forkGateway(fixture.env)
    const account = await freeAccount()
    const cut = Array.from({ length: 3 }, () =>
      scrapeSlowly(`${child.url}/api/v1`, account).catch(() => 'cut'),
    )
    await untilTaken(account, 3)
    await child.kill()
    expect(await Promise.all(cut)).toEqual(['cut', 'cut', 'cut'])
    expect((await scrapeSlowly(apis[0], account)).status).toBe(429)
    await passTime(redis, 30)
    expect((await fixture.scrape(account, { url: `${fixture.site.url}/plain` })).status).toBe(200)
  })
})
