import type { ServerResponse } from 'node:http'
import { auditLedger, holdCall, releaseExpiredCalls } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { type SearchStandIn, startSearchStandIn } from '@gleaner/search/testing/search-stand-in'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let admission: { stop(): Promise<void> }
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
})

const searchAt = (
  gateway: GatewayFixture,
  account: TestAccount | string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  gateway.request('/api/v1/search', {
    method: 'POST',
    headers: {
      'X-API-Key': typeof account === 'string' ? account : account.key,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const search = (account: TestAccount | string, body: unknown, headers?: Record<string, string>) =>
  searchAt(fixture, account, body, headers)

async function scraped(account: TestAccount, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const { status } = await fixture.scrape(account, { url: `${fixture.site.url}/${path}` })
    expect(status).toBe(200)
  }
}

describe('the built-in index', () => {
  test('finds a page right after it was scraped, says that it is no search of the web, costs nothing, and is read again', async () => {
    const account = await fixture.account()
    await scraped(account, 'plain', 'article')
    const [before] = await fixture.balance(account)
    const { status, body } = await search(account, { query: 'article' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'completed',
      engine: 'index',
      results_requested: 10,
      credits_used: 0,
      pages_waiting: 0,
      warnings: [expect.stringMatching(/no search engine.*not the web/)],
    })
    expect(body.results_count).toBeGreaterThan(0)
    expect(body.results[0]).toMatchObject({ position: 1, url: `${fixture.site.url}/article` })
    expect(await fixture.balance(account)).toEqual([before!, 0])
    const again = await fixture.get(account, `/search/${body.search_id}`)
    expect(again).toMatchObject({ status: 200, body })
  })

  test('never finds what another account, or a test key, has scraped', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    await scraped(other, 'article')
    await fixture.scrape(mine.testKey, { url: 'https://example.com/article' })
    for (const query of ['article', 'lighthouse', '-nothing article', 'a OR article'])
      expect((await search(mine, { query })).body).toMatchObject({ results_count: 0, credits_used: 0 })
    expect((await search(other, { query: 'article' })).body.results_count).toBe(1)
  })

  test('what a search can only ask an engine of the network is told', async () => {
    const { body } = await search(await fixture.account(), {
      query: 'x',
      country: 'de',
      safe_search: true,
      formats: ['text'],
    })
    expect(body.warnings).toHaveLength(4)
  })
})

describe('money and repetition', () => {
  test("a search of one's own pages needs no balance, and the scrapes of its results theirs", async () => {
    expect((await search(await fixture.account(0), { query: 'x' })).status).toBe(200)
    const account = await fixture.account(1_500)
    expect((await search(account, { query: 'x', scrape_results: true })).body).toMatchObject({
      error: 'INSUFFICIENT_BALANCE',
      details: { needed_credits: 10 },
    })
  })

  test('a test key gets sample results and their sample pages, for nothing', async () => {
    const account = await fixture.account()
    const { status, body } = await search(account.testKey, {
      query: 'blue whales',
      num_results: 2,
      scrape_results: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ results_count: 2, credits_used: 0, scrapes: { completed: 2 } })
    expect(body.results[0].content.markdown).toContain('#')
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  })
})

describe('what is asked', () => {
  const refusals: [unknown, string][] = [
    [{}, 'query'],
    [{ query: '   ' }, 'query'],
    [{ query: 'x'.repeat(501) }, 'query'],
    [{ query: 'x', num_results: 51 }, 'num_results'],
    [{ query: 'x', page: 11 }, 'page'],
    [{ query: 'x', domain: 'not a domain' }, 'domain'],
    [{ query: 'x', time_range: 'decade' }, 'time_range'],
    [{ query: 'x', num_result: 5 }, 'num_result'],
    [
      { query: 'x', scrape_results: true, extraction_schema: { $ref: 'https://a.test/' } },
      'extraction_schema',
    ],
  ]
  test.each(refusals)('%j is refused by its field', async (body, path) => {
    const reply = await search(await fixture.account(), body)
    expect([reply.status, reply.body.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(reply.body.details.issues[0].path).toContain(path)
  })

  test('null is absent, and a domain may be an address', async () => {
    const account = await fixture.account()
    await scraped(account, 'article')
    const domain = `${fixture.site.url}/some/path`
    const { body } = await search(account, { query: 'article', domain, language: null, time_range: null })
    expect(body.results_count).toBe(1)
    expect((await search(account, { query: 'article', domain: 'example.com' })).body.results_count).toBe(0)
  })

  test('a search of somebody else, and one that never was, are unknown; an old one is gone', async () => {
    const [account, other] = [await fixture.account(), await fixture.account()]
    const { body } = await search(account, { query: 'x' })
    const path = `/search/${body.search_id}`
    expect((await fixture.get(other, path)).status).toBe(404)
    expect((await fixture.get(account, '/search/search_1')).status).toBe(404)
    const uuid = body.search_id.replace('search_', '')
    await fixture.pool.query("UPDATE search SET created_at = now() - interval '25 hours' WHERE id = $1", [
      uuid,
    ])
    expect(await fixture.get(account, path)).toMatchObject({ status: 410, body: { error: 'JOB_EXPIRED' } })
  })
})

describe('an engine of the network', () => {
  let engine: SearchStandIn
  let gateway: GatewayFixture
  let admitting: { stop(): Promise<void> }
  beforeAll(async () => {
    engine = await startSearchStandIn()
    gateway = await createGatewayFixture({
      NODE_ENV: 'development',
      SEARCH_ENGINE: 'searxng',
      SEARXNG_URL: engine.url,
    })
    admitting = await admitBulk(gateway.env)
  })
  afterAll(async () => {
    await admitting.stop()
    await gateway.close()
    await engine.close()
  })

  const results = (...urls: string[]) => {
    const found = urls.map((url) => ({ url, title: `About <b>${url}</b>`, content: 'Text' }))
    engine.answer((url, response) =>
      response.end(JSON.stringify({ results: url.searchParams.get('pageno') === '1' ? found : [] })),
    )
  }

  test('a balance that does not cover the search is refused before it', async () => {
    expect(await searchAt(gateway, await gateway.account(999), { query: 'x' })).toMatchObject({
      status: 402,
      body: { error: 'INSUFFICIENT_BALANCE', details: { needed_credits: 5 } },
    })
    const account = await gateway.account(1_500)
    expect((await searchAt(gateway, account, { query: 'x', scrape_results: true })).body).toMatchObject({
      error: 'INSUFFICIENT_BALANCE',
      details: { needed_credits: 15 },
    })
    expect(await gateway.balance(account)).toEqual([1_500, 0])
  })

  test('with an Idempotency-Key it is searched and charged once', async () => {
    results('https://one.example/')
    const account = await gateway.account()
    const headers = { 'Idempotency-Key': 'one' }
    const first = await searchAt(gateway, account, { query: 'x' }, headers)
    const again = await searchAt(gateway, account, { query: 'x' }, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await gateway.balance(account)).toEqual([999_000, 0])
    expect((await searchAt(gateway, account, { query: 'y' }, headers)).status).toBe(422)
  })

  test('whose failure costs nothing and is told', async () => {
    const account = await gateway.account()
    engine.answer((_, response) => response.writeHead(500).end())
    const asked = engine.asked.length
    const { status, body } = await searchAt(gateway, account, { query: 'x' })
    expect([status, body.error]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(body.message).toContain('SearXNG answered with status 500')
    expect(engine.asked.length - asked).toBe(2)
    expect(await gateway.balance(account)).toEqual([1_000_000, 0])
    const { rows } = await gateway.pool.query('SELECT FROM search WHERE account_id = $1', [account.id])
    expect(rows).toHaveLength(0)
  })

  /** Answers once `count` searches are under way or refused, so that those that are at once are so on any machine. */
  const atOnce = async (account: TestAccount, count: number, answer: (response: ServerResponse) => void) => {
    const open: ServerResponse[] = []
    engine.answer((_, response) => void open.push(response))
    let refused = 0
    const replies = Array.from({ length: count }, async () => {
      const reply = await searchAt(gateway, account, { query: 'x' })
      if ([402, 429].includes(reply.status)) refused++
      return reply
    })
    await eventually(async () => expect(open.length + refused).toBeGreaterThanOrEqual(count))
    const during = await gateway.balance(account)
    for (const response of open) answer(response)
    const all = await Promise.all(replies)
    return { asked: open.length, during, statuses: all.map(({ status }) => status).sort(), all }
  }
  const found = (response: ServerResponse) => void response.end(JSON.stringify({ results: [] }))
  const oneOf = (status: number) => [200, ...Array(7).fill(status)]

  test('is asked once by searches at once with money for one', async () => {
    const account = await gateway.account(1_999)
    const { asked, during, statuses, all } = await atOnce(account, 8, found)
    expect({ asked, statuses }).toEqual({ asked: 1, statuses: oneOf(402) })
    expect(during).toEqual([999, 1_000])
    expect(await gateway.balance(account)).toEqual([999, 0])
    const refused = all.find(({ status }) => status === 402)!
    expect(refused.body).toMatchObject({ error: 'INSUFFICIENT_BALANCE', details: { needed_credits: 5 } })
    expect(await auditLedger(gateway.pool)).toEqual([])
  })

  test.each([
    ['the account', 'budget', { budget_limit_credits: 9 }],
    ['the key', 'budget', { budget_limit_credits: 9 }],
    ['the account', 'request limit', { request_limit: 1 }],
    ['the key', 'request limit', { request_limit: 1 }],
  ])('is asked once by searches at once where %s has a %s for one', async (whose, _, limit) => {
    const account = await gateway.account(100_000)
    await limitOf(account, whose, limit)
    const { asked, statuses, all } = await atOnce(account, 8, found)
    expect({ asked, statuses }).toEqual({ asked: 1, statuses: oneOf(429) })
    const refused = all.find(({ status }) => status === 429)!
    expect(refused.body.error).toBe('SPEND_LIMIT_EXCEEDED')
    expect(await gateway.balance(account)).toEqual([99_000, 0])
    expect(await auditLedger(gateway.pool)).toEqual([])
  })

  test('that fails gives back what was set aside, in the balance and in the limits', async () => {
    const account = await gateway.account(1_000)
    await limitOf(account, 'the account', { request_limit: 1 })
    const { asked, during, statuses } = await atOnce(account, 1, (response) => response.writeHead(400).end())
    expect({ asked, during, statuses }).toEqual({ asked: 1, during: [0, 1_000], statuses: [503] })
    expect(await gateway.balance(account)).toEqual([1_000, 0])
    results()
    expect((await searchAt(gateway, account, { query: 'x' })).status).toBe(200)
    expect(await gateway.balance(account)).toEqual([0, 0])
    expect(await auditLedger(gateway.pool)).toEqual([])
  })

  test('whose gateway is killed meanwhile has its price given back, once', async () => {
    const account = await gateway.account(1_000)
    // As a process leaves it that is killed while the engine works.
    await holdCall(gateway.pool, { id: uuidv7(), accountId: account.id, apiKeyId: null, kind: 'search' }, -1)
    expect(await gateway.balance(account)).toEqual([0, 1_000])
    expect((await searchAt(gateway, account, { query: 'x' })).status).toBe(402)
    expect(
      await Promise.all([releaseExpiredCalls(gateway.pool), releaseExpiredCalls(gateway.pool)]),
    ).toContain(1)
    expect(await gateway.balance(account)).toEqual([1_000, 0])
    expect(await auditLedger(gateway.pool)).toEqual([])
  })

  test('is given nothing for a test key', async () => {
    const account = await gateway.account(0)
    results()
    expect((await searchAt(gateway, account.testKey, { query: 'x' })).status).toBe(200)
    expect(engine.asked).toHaveLength(0)
  })

  const limitOf = async (account: TestAccount, whose: string, limit: object) => {
    const { body } = await gateway.asUser(account, 'GET', '/api-keys')
    const keyId = body.items.find(({ name }: { name: string }) => name === 'live').id
    const path = whose === 'the key' ? `/api-keys/${keyId}/limits` : '/account/limits'
    const { status } = await gateway.asUser(account, 'PUT', path, { reset_period: 'monthly', ...limit })
    expect(status).toBe(200)
  }

  test('whose results are scraped: up to 5 are waited for, and what may not be fetched is told at its result', async () => {
    const account = await gateway.account()
    results(`${gateway.site.url}/article`, 'http://10.0.0.1/secret', `${gateway.site.url}/nothing-here`)
    const { status, body } = await searchAt(gateway, account, {
      query: 'x',
      scrape_results: true,
      formats: ['markdown', 'text'],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', results_count: 3, scrapes: { total: 2, completed: 2 } })
    const [article, secret] = body.results
    expect(article.scrape).toMatchObject({ status: 'succeeded', status_code: 200, credits: 1 })
    expect(Object.keys(article.content).sort()).toEqual(['markdown', 'text'])
    expect(secret.scrape).toMatchObject({ status: 'failed', error_code: 'URL_NOT_ALLOWED' })
    expect(body.credits_used).toBe(5 + 2)
    expect(await gateway.balance(account)).toEqual([1_000_000 - 1_000 - 400, 0])
    expect((await gateway.get(account, `/jobs/${article.scrape.job_id}`)).body.status).toBe('completed')
    // It is a batch inside only.
    expect((await gateway.get(account, '/batches')).body.total).toBe(0)
    const batchId = body.search_id.replace('search_', 'batch_')
    expect((await gateway.get(account, `/batch/${batchId}`)).status).toBe(404)
  })

  test('whose results are more than 5: 202, and GET tells when they are scraped', async () => {
    const account = await gateway.account()
    results(...Array.from({ length: 7 }, (_, index) => `${gateway.site.url}/article?${index}`))
    const first = await searchAt(gateway, account, { query: 'x', num_results: 7, scrape_results: true })
    expect([first.status, first.body.status, first.body.poll_url]).toEqual([
      202,
      'scraping',
      `${gateway.url}/api/v1/search/${first.body.search_id}`,
    ])
    let read = await gateway.get(account, `/search/${first.body.search_id}`)
    for (const end = Date.now() + 20_000; read.body.status === 'scraping' && Date.now() < end; )
      read = await gateway.get(account, `/search/${first.body.search_id}`)
    expect(read.body).toMatchObject({
      status: 'completed',
      credits_used: 12,
      scrapes: { completed: 7, pending: 0 },
    })
    expect(read.body.results.every((result: { content?: unknown }) => result.content)).toBe(true)
    expect(await gateway.balance(account)).toEqual([1_000_000 - 2_400, 0])
  })
})
