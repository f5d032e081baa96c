import { Estimate, Usage } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

describe('POST /scrape/estimate', () => {
  const estimate = (body: unknown) =>
    fixture.request('/api/v1/scrape/estimate', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('guesses tier 1 for a domain that nobody knows, and charges nothing', async () => {
    const before = await fixture.balance(account)
    const { status, body } = await estimate({ url: 'https://example.com/' })
    expect(status).toBe(200)
    expect(Estimate.parse(body)).toMatchObject({
      estimated_tier: '1',
      estimated_credits: 1,
      max_possible_credits: 20,
      confidence: 'low',
    })
    expect(await fixture.balance(account)).toEqual(before)
  })

  test('knows some sites by their pattern, subdomains too', async () => {
    const { body } = await estimate({ url: 'https://www.instagram.com/gleaner' })
    expect(body).toMatchObject({ estimated_tier: '4', confidence: 'medium' })
  })

  test('adds the options, and starts at tier 4 when rendering is asked for', async () => {
    const { body } = await estimate({
      url: 'https://example.com/',
      advanced: { render_js: true, screenshot: true },
    })
    expect(body).toMatchObject({ estimated_tier: '4', estimated_credits: 24 })
  })

  test('names no price for what a scrape would refuse', async () => {
    const { status, body } = await estimate({ url: 'https://example.com/', advanced: { screenshot: true } })
    expect(status).toBe(400)
    expect(body.details.issues).toEqual([
      { path: 'advanced.screenshot', message: expect.stringContaining('render_js') },
    ])
  })

  test('is sure of a domain that this service has seen often', async () => {
    await fixture.pool.query(
      `INSERT INTO domain_memory (host, tier, day, delivered, failed, total_ms, total_bytes)
       VALUES ('seen.example', '1', current_date, 4, 30, 1, 1), ('seen.example', '3', current_date - 29, 16, 0, 1, 1)`,
    )
    const { body } = await estimate({ url: 'https://seen.example/' })
    expect(body).toMatchObject({ estimated_tier: '3', confidence: 'high', estimated_credits: 10 })
  })
})

describe('GET /usage', () => {
  test('counts requests, tiers and money of the period', async () => {
    const own = await fixture.account(1_000_000)
    await fixture.scrape(own, { url: `${fixture.site.url}/article` })
    await fixture.scrape(own, { url: `${fixture.site.url}/not-browser` })
    await fixture.scrape(own, { url: `${fixture.site.url}/status/403`, cost_controls: { force_tier: '1' } })
    const { status, body } = await fixture.get(own, '/usage')
    expect(status).toBe(200)
    expect(Usage.parse(body)).toMatchObject({
      period: { current: true },
      balance: { current_cents: 99.95, deposited_cents: 100, used_cents: 0.05 },
      requests: { total: 3, successful: 2, failed: 1, cached: 0 },
      by_mode: { html: 2, js: 0, pdf: 0, ocr: 0 },
      by_tier: { '1': 1, '2': 1, '3': 0, '4': 0, '5': 0 },
      spend_tier: { current: 'free', next_tier_at_cents: 500 },
    })
  })

  test('leaves out what lies outside the dates', async () => {
    const { body } = await fixture.get(account, '/usage?start_date=2020-01-01&end_date=2020-01-31')
    expect(body).toMatchObject({
      period: { current: false, end: '2020-02-01T00:00:00.000Z' },
      requests: { total: 0 },
    })
  })

  test('refuses dates that are the wrong way round', async () => {
    expect((await fixture.get(account, '/usage?start_date=2026-02-01&end_date=2026-01-01')).status).toBe(400)
  })

  test.each(['yesterday', '2026-02-30', '2026-13-01', '2026-02-29T00:00:00Z', '2026-01-31T25:00:00Z', ''])(
    'names the field for the date "%s"',
    async (date) => {
      const { status, body } = await fixture.get(account, `/usage?start_date=${date}`)
      expect(status).toBe(400)
      expect(body.details.issues).toEqual([
        { path: 'start_date', message: expect.stringContaining('2026-01-31') },
      ])
    },
  )

  test.each(['0000-01-01', '0000-01-01T00:00:00+14:00', '9999-12-31', '9999-12-31T23:59:59.999-14:00'])(
    'counts from and to %s',
    async (date) => {
      const time = encodeURIComponent(date)
      expect((await fixture.get(account, `/usage?start_date=${time}`)).status).toBe(200)
      expect((await fixture.get(account, `/usage?start_date=${time}&end_date=${time}`)).status).toBe(200)
    },
  )

  test('tells what is left of the rate limit', async () => {
    const { headers, body } = await fixture.get(account, '/usage')
    const { requests_per_minute: limit, current_usage: used } = body.rate_limits
    expect(limit - used).toBe(Number(headers.get('x-ratelimit-remaining')))
  })

  test('reads a time without a zone as UTC', async () => {
    const { body } = await fixture.get(account, '/usage?start_date=2024-02-29T08:00:00&end_date=2024-03-01')
    expect(body.period).toMatchObject({ start: '2024-02-29T08:00:00.000Z', end: '2024-03-02T00:00:00.000Z' })
  })
})

describe('GET /files', () => {
  test('answers 404 for a link that is not signed', async () => {
    expect((await fixture.request('/api/v1/files/a/screenshot.png')).status).toBe(404)
    expect(
      (await fixture.request('/api/v1/files/a/screenshot.png?expires=9999999999&signature=x')).status,
    ).toBe(404)
  })
})

describe('paths and methods', () => {
  test('an unknown path is 404, another method is 405 and says which are there', async () => {
    expect(await fixture.request('/nowhere')).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
    const reply = await fixture.request('/api/v1/parse')
    expect(reply).toMatchObject({ status: 405, body: { error: 'METHOD_NOT_ALLOWED' } })
    expect(reply.headers.get('allow')).toBe('POST')
  })

  test.each([
    ['PUT', '/api/v1/usage', 'GET, HEAD'],
    ['POST', '/api/v1/proxies/1', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/api/v1/files/a/b.png', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/api/v1', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
  ])('%s %s is 405 and says which methods are there', async (method, path, allowed) => {
    const reply = await fixture.request(path, { method })
    expect(reply).toMatchObject({ status: 405, body: { error: 'METHOD_NOT_ALLOWED' } })
    expect(reply.headers.get('allow')).toBe(allowed)
  })

  test('OPTIONS tells the methods', async () => {
    const reply = await fixture.request('/api/v1/parse', { method: 'OPTIONS' })
    expect(reply).toMatchObject({ status: 204 })
    expect(reply.headers.get('allow')).toBe('POST')
  })

  test.each(['/', '/api/v1', '/api/v1/'])('%s says what answers here', async (path) => {
    const { status, body } = await fixture.request(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ api: `${fixture.url}/api/v1`, health: `${fixture.url}/healthz` })
    expect(body.endpoints).toContainEqual({
      method: 'POST',
      path: '/api/v1/scrape',
      summary: expect.any(String),
    })
  })

  test('a path that is not URL-encoded is 400', async () => {
    expect((await fixture.get(account, '/jobs/%zz')).status).toBe(400)
  })

  test('health and readiness answer without a key', async () => {
    expect(await fixture.request('/healthz')).toMatchObject({ status: 200 })
    expect(await fixture.request('/readyz')).toMatchObject({ status: 200, body: { failing: [] } })
  })
})

describe('the queue UI', () => {
  const login = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`${fixture.admin.user}:${password}`).toString('base64')}`,
  })

  test('asks for a login', async () => {
    for (const headers of [{}, login('wrong')]) {
      const reply = await fixture.request('/admin/queues', { headers })
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).toContain('Basic')
    }
  })

  test('shows the queues of all tiers', async () => {
    const headers = login(fixture.admin.password)
    expect(await fixture.request('/admin/queues', { headers })).toMatchObject({ status: 200 })
    const { body } = await fixture.request('/admin/queues/api/queues', { headers })
    const names = body.queues.map((queue: { name: string }) => queue.name)
    expect(names).toEqual(expect.arrayContaining(['scrape-tier-1', 'scrape-tier-3.5', 'scrape-tier-5']))
  })

  test('can be opened over plain HTTP, from another machine, too', async () => {
    const reply = await fixture.request('/admin/queues', { headers: login(fixture.admin.password) })
    expect(reply.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  })

  const add = (headers: Record<string, string>) =>
    fixture.request('/admin/queues/api/queues/scrape-tier-1/add', {
      method: 'POST',
      headers: { ...login(fixture.admin.password), ...headers },
      body: JSON.stringify({ name: 'x', data: { jobId: 'made-up' }, options: { delay: 3_600_000 } }),
    })
  const isEmpty = async () => {
    const { body } = await fixture.request('/admin/queues/api/queues', {
      headers: login(fixture.admin.password),
    })
    const queue = body.queues.find(({ name }: { name: string }) => name === 'scrape-tier-1')
    return queue.counts.delayed === 0
  }
  const JSON_TYPE = { 'Content-Type': 'application/json' }

  test.each([
    ['from another site', () => ({ ...JSON_TYPE, Origin: 'http://evil.test' })],
    ['from another port', () => ({ ...JSON_TYPE, Origin: `${fixture.url}1` })],
    ['from a page without an origin', () => ({ ...JSON_TYPE, Origin: 'null' })],
    ['from nowhere', () => ({ ...JSON_TYPE })],
    ['from a name that begins like ours', () => ({ ...JSON_TYPE, Origin: `${fixture.url}.evil.test` })],
    [
      'from ours by its login',
      () => ({ ...JSON_TYPE, Origin: `http://evil.test/@${new URL(fixture.url).host}` }),
    ],
    ['by a form', () => ({ 'Content-Type': 'text/plain', Origin: fixture.url })],
    [
      'by a form that says it is ours',
      () => ({ 'Content-Type': 'text/plain; application/json', Origin: fixture.url }),
    ],
    ['cross-site', () => ({ ...JSON_TYPE, Origin: fixture.url, 'Sec-Fetch-Site': 'cross-site' })],
    ['of a subdomain', () => ({ ...JSON_TYPE, Origin: fixture.url, 'Sec-Fetch-Site': 'same-site' })],
  ])('takes no action that comes %s', async (_, headers) => {
    expect((await add(headers())).status).toBe(403)
    expect(await isEmpty()).toBe(true)
  })

  test('takes an action of its own page', async () => {
    expect((await add({ ...JSON_TYPE, Origin: fixture.url })).status).toBe(200)
    expect(await isEmpty()).toBe(false)
  })

  test('takes no action that another site asks for, whatever its method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      const reply = await fixture.request('/admin/queues/api/queues/scrape-tier-1/pause', {
        method,
        headers: { ...login(fixture.admin.password), 'Sec-Fetch-Site': 'cross-site' },
      })
      expect(reply.status).toBe(403)
    }
  })

  test('is kept in no cache and in no frame', async () => {
    const reply = await fixture.request('/admin/queues', { headers: login(fixture.admin.password) })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('guessing the password of the queue UI', () => {
  const tryLogin = (own: GatewayFixture, password: string, headers = {}) =>
    own.request('/admin/queues', {
      headers: {
        Authorization: `Basic ${Buffer.from(`${own.admin.user}:${password}`).toString('base64')}`,
        ...headers,
      },
    })

  test('ends after ten tries of an address, and hurts no other address', async () => {
    const own = await createGatewayFixture({ TRUST_PROXY: '1' })
    try {
      const from = (address: string) => ({ 'X-Forwarded-For': address })
      const statuses: number[] = []
      for (let i = 0; i < 15; i++) statuses.push((await tryLogin(own, `wrong${i}`, from('1.2.3.4'))).status)
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
      const late = await tryLogin(own, own.admin.password, from('1.2.3.4'))
      expect(late).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } })
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(600)
      expect((await tryLogin(own, own.admin.password, from('1.2.3.5'))).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  test('gains nothing from a made-up address where no proxy stands in front', async () => {
    const own = await createGatewayFixture()
    try {
      const statuses: number[] = []
      for (let i = 0; i < 12; i++)
        statuses.push((await tryLogin(own, `wrong${i}`, { 'X-Forwarded-For': `1.2.3.${i}` })).status)
      expect(statuses.slice(10)).toEqual([429, 429])
    } finally {
      await own.close()
    }
  })
})
