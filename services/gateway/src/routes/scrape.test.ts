import { ScrapeResult } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
const page = (path = '/article') => fixture.site.url + path
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

describe('200', () => {
  test('gives the page in the asked formats, its price, and the same facts as headers', async () => {
    const { status, body, headers } = await fixture.scrape(account, {
      url: page(),
      formats: ['markdown', 'json', 'json_v2', 'rag', 'text', 'html'],
    })
    expect(status).toBe(200)
    expect(ScrapeResult.parse(body)).toMatchObject({
      url: page(),
      status_code: 200,
      cached: false,
      version: 'v1',
      billing: {
        total_credits: 1,
        total_cost: 0.0002,
        tier_used: '1',
        savings: 99,
        escalations: [{ tier: '1', result: 'success', credits: 1, cost: 0.0002 }],
      },
    })
    expect(Object.keys(body.content).sort()).toEqual(['html', 'json', 'json_v2', 'markdown', 'rag', 'text'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-service-credits': '1',
      'x-service-tier': '1',
      'x-service-savings': '99',
      'x-service-bytes': String(body.size_bytes),
      'x-service-cached': 'false',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  })

  test('gives the markdown as a string and the structure beside it when no format is named', async () => {
    const { body } = await fixture.scrape(account, { url: page() })
    expect(body.content).toMatch(/^#|\n#/)
    expect(body.structured_content).toEqual(expect.arrayContaining([expect.any(Object)]))
  })

  test('tells of the attempts that failed before, and charges only the one that delivered', async () => {
    const { body } = await fixture.scrape(account, { url: page('/not-browser') })
    expect(body.billing).toMatchObject({
      total_credits: 1.5,
      tier_used: '2',
      escalations: [
        { tier: '1', result: 'failed', credits: 0, cost: 0, error: expect.any(String) },
        { tier: '2', result: 'success', credits: 1.5 },
      ],
      optimization_suggestion: expect.stringContaining('force_tier'),
    })
  })

  test('forwards method, body and content type unmodified', async () => {
    const asked = {
      url: page('/echo'),
      method: 'PUT',
      body: 'a=1&b=%20',
      content_type: 'application/x-www-form-urlencoded',
    }
    const { body } = await fixture.scrape(account, { ...asked, formats: ['raw'] })
    expect(JSON.parse(body.content.raw)).toMatchObject({ method: 'PUT', body: 'a=1&b=%20' })
  })

  test('sends inline cookies and headers', async () => {
    const { body } = await fixture.scrape(account, {
      url: page('/headers'),
      formats: ['raw'],
      advanced: { cookies: { login: 'yes' }, session_headers: { 'X-Team': 'blue' } },
    })
    expect(body.content.raw).toContain('login=yes')
    expect(body.content.raw).toContain('blue')
  })

  test('fills the schema of the caller', async () => {
    const { body } = await fixture.scrape(account, {
      url: page('/product'),
      extraction_schema: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          price: { type: 'number' },
          colour_of_the_moon: { type: 'string' },
        },
      },
    })
    expect(body.filtered_content).toEqual({ title: expect.any(String), price: expect.any(Number) })
    expect(body.metadata.missing_fields).toEqual(['colour_of_the_moon'])
    expect(body.extraction_method).toBe('schema_filter')
  })

  test('leaves the rest of the hold with the account', async () => {
    const own = await fixture.account(10_000)
    await fixture.scrape(own, { url: page() })
    expect(await fixture.balance(own)).toEqual([9_800, 0])
  })

  test('warns when the balance kept higher tiers away', async () => {
    const poor = await fixture.account(400)
    const { body } = await fixture.scrape(poor, { url: page() })
    expect(body.warnings).toEqual([expect.stringContaining('The balance did not cover tier 3')])
    expect(body.warning).toBe(body.warnings[0])
  })
})

describe('the cache', () => {
  test('answers the second request for nothing', async () => {
    const own = await fixture.account(10_000)
    const request = { url: page('/article?cached'), cache: true, cache_ttl: 600 }
    const first = await fixture.scrape(own, request)
    const second = await fixture.scrape(own, request)
    expect(first.body).toMatchObject({ cached: false, billing: { total_credits: 1 } })
    expect(second.body).toMatchObject({
      cached: true,
      content: first.body.content,
      billing: { total_credits: 0, total_cost: 0 },
      cached_at: expect.any(String),
      expires_at: expect.any(String),
    })
    expect(second.headers.get('x-service-cached')).toBe('true')
    expect(second.headers.get('x-service-credits')).toBe('0')
    expect(await fixture.balance(own)).toEqual([9_800, 0])
    expect((await fixture.get(own, '/usage')).body.requests).toMatchObject({ total: 2, cached: 1 })
  })

  test('warns of no balance, for it needs none', async () => {
    const request = { url: page('/article?warned'), cache: true }
    await fixture.scrape(account, request)
    const { body } = await fixture.scrape(account, request)
    expect(body).toMatchObject({ cached: true })
    expect(body).not.toHaveProperty('tier_cap_warning')
  })

  test('answers who does not wait with a job that has ended', async () => {
    const request = { url: page('/article?not-waiting'), cache: true }
    await fixture.scrape(account, request)
    const { status, body } = await fixture.scrape(account, { ...request, sync: false })
    expect(status).toBe(202)
    expect((await fixture.get(account, `/jobs/${body.job_id}`)).body).toMatchObject({
      status: 'completed',
      result: {
        cached: true,
        cached_at: expect.any(String),
        expires_at: expect.any(String),
        billing: { total_credits: 0 },
      },
    })
  })

  test('repeats the address as each caller wrote it', async () => {
    const request = { url: page('/article?spelling'), cache: true }
    await fixture.scrape(account, request)
    const { body } = await fixture.scrape(account, { ...request, url: `${request.url}#here` })
    expect(body).toMatchObject({ cached: true, url: `${request.url}#here`, final_url: request.url })
  })

  test('is passed by with force_refresh, which stores the new answer', async () => {
    const request = { url: page('/article?refresh'), cache: true }
    await fixture.scrape(account, request)
    expect((await fixture.scrape(account, { ...request, force_refresh: true })).body.cached).toBe(false)
    expect((await fixture.scrape(account, request)).body.cached).toBe(true)
  })
})

describe('202', () => {
  test('is the answer to sync: false, and the job completes', async () => {
    const { status, body } = await fixture.scrape(account, { url: page(), sync: false })
    expect(status).toBe(202)
    expect(body).toEqual({
      job_id: expect.any(String),
      status: 'pending',
      poll_url: `${fixture.url}/api/v1/jobs/${body.job_id}`,
    })
    const job = await eventually(async () => {
      const polled = await fixture.get(account, `/jobs/${body.job_id}`)
      expect(polled.body.status).toBe('completed')
      return polled.body
    })
    expect(job).toMatchObject({ progress: 100, result: { status_code: 200, job_id: body.job_id } })
  })
})

describe('400', () => {
  test.each<[string, unknown, string]>([
    ['no url', {}, 'url'],
    ['a relative url', { url: '/page' }, 'url'],
    ['a url that is too long', { url: `https://example.com/${'a'.repeat(8_192)}` }, 'url'],
    ['an unknown field', { url: 'https://example.com', formates: ['text'] }, 'formates'],
    ['an unknown option', { url: 'https://example.com', advanced: { renderjs: true } }, 'advanced.renderjs'],
    ['an unknown format', { url: 'https://example.com', formats: ['docx'] }, 'formats.0'],
    ['a timeout of 301', { url: 'https://example.com', timeout: 301 }, 'timeout'],
    ['a fractional timeout', { url: 'https://example.com', timeout: 1.5 }, 'timeout'],
    ['a cache_ttl of 59', { url: 'https://example.com', cache_ttl: 59 }, 'cache_ttl'],
    ['a body with GET', { url: 'https://example.com', body: 'x' }, 'body'],
    ['a POST without body', { url: 'https://example.com', method: 'POST' }, 'body'],
    ['mode js with a body', { url: 'https://example.com', method: 'POST', body: 'x', mode: 'js' }, 'mode'],
    [
      'a screenshot without rendering',
      { url: 'https://example.com', advanced: { screenshot: true } },
      'advanced.screenshot',
    ],
    [
      'a tier below what an option needs',
      { url: 'https://example.com', advanced: { render_js: true }, cost_controls: { force_tier: '1' } },
      'cost_controls.force_tier',
    ],
    [
      'tier 5 where the operator has not opened it',
      { url: 'https://example.com', cost_controls: { max_tier: '5' } },
      'cost_controls.max_tier',
    ],
    ['an unknown country', { url: 'https://example.com', location: { country: 'XX' } }, 'location.country'],
    [
      '101 cookies',
      {
        url: 'https://example.com',
        advanced: { cookies: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`c${i}`, ''])) },
      },
      'advanced.cookies',
    ],
    [
      'a header that the transport sets',
      { url: 'https://example.com', advanced: { session_headers: { Host: 'x' } } },
      'advanced.session_headers.Host',
    ],
    [
      'two logins',
      { url: 'https://ann:pw@example.com', advanced: { session_headers: { AUTHORIZATION: 'Bearer x' } } },
      'advanced.session_headers.authorization',
    ],
    [
      'a login of a connection',
      { url: 'https://example.com', advanced: { session_headers: { authorization: 'Negotiate YII' } } },
      'advanced.session_headers.authorization',
    ],
    [
      'a header with a line break',
      { url: 'https://example.com', advanced: { session_headers: { a: 'b\r\nc: d' } } },
      'advanced.session_headers.a',
    ],
    [
      'a schema with a remote reference',
      { url: 'https://example.com', extraction_schema: { $ref: 'https://example.com/schema' } },
      'extraction_schema',
    ],
    [
      'an evaluate action',
      { url: 'https://example.com', mode: 'js', advanced: { actions: [{ type: 'evaluate', script: '1' }] } },
      'advanced.actions.0.type',
    ],
    ['sync as a string', { url: 'https://example.com', sync: 'false' }, 'sync'],
    ['a list instead of an object', [], ''],
  ])('names the field for %s', async (_, request, path) => {
    const { status, body } = await fixture.scrape(account, request)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'INVALID_REQUEST',
      request_id: expect.any(String),
      detail: body.message,
    })
    expect(body.details.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/',
    'ftp://example.com/',
    'http://[::1]/',
    'http://printer/',
  ])('refuses the address %s', async (url) => {
    expect(await fixture.scrape(account, { url })).toMatchObject({
      status: 400,
      body: { error: 'URL_NOT_ALLOWED' },
    })
  })

  test('tells JSON that is broken from a request that is wrong', async () => {
    expect((await fixture.scrape(account, '{"url":')).body.error).toBe('INVALID_JSON')
    expect((await fixture.scrape(account, '')).body.error).toBe('INVALID_JSON')
  })

  test.each([
    '{"url": "http://ann:s3cret@h/" s3cret',
    '{"body": s3cret',
    '"s3cret" s3cret',
    '{"s3cret": tru}',
    's3cret, "s3cret',
  ])('quotes nothing of a body that is no JSON (%s)', async (text) => {
    const { body } = await fixture.scrape(account, text)
    expect(body.error).toBe('INVALID_JSON')
    expect(JSON.stringify(body)).not.toMatch(/s3c|cret|ann/)
  })

  test('puts nothing in the place of bytes that are no UTF-8', async () => {
    const reply = await fixture.request('/api/v1/scrape', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: Buffer.from(`{"url":"${page()}?caf\xe9"}`, 'latin1'),
    })
    expect(reply).toMatchObject({
      status: 400,
      body: { error: 'INVALID_JSON', message: expect.stringContaining('UTF-8') },
    })
  })
})

describe('401', () => {
  test.each([
    ['no key', {}],
    ['a made-up key', { 'X-API-Key': `sk_live_${'a'.repeat(32)}` }],
    ['something else', { 'X-API-Key': 'hello' }],
  ])('answers %s', async (_, headers) => {
    const reply = await fixture.request('/api/v1/scrape', { method: 'POST', headers, body: '{}' })
    expect(reply).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } })
  })

  test('answers a key that was revoked', async () => {
    const own = await fixture.account()
    await fixture.pool.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [own.id])
    expect((await fixture.scrape(own, { url: page() })).status).toBe(401)
  })
})

test('402 names what is needed and what is there', async () => {
  const poor = await fixture.account(100)
  expect(await fixture.scrape(poor, { url: page() })).toMatchObject({
    status: 402,
    body: { error: 'INSUFFICIENT_BALANCE', details: { needed_credits: 1, available_credits: 0.5 } },
  })
})

describe('413', () => {
  test('answers a request of more than 1 MB', async () => {
    const reply = await fixture.scrape(account, { url: 'https://example.com', body: 'x'.repeat(1_100_000) })
    expect(reply).toMatchObject({ status: 413, body: { error: 'PAYLOAD_TOO_LARGE' } })
  })

  test('gives room for a large body to an account with much balance, and for nothing else', async () => {
    const rich = await fixture.account(600_000_000)
    const echo = { url: page('/status/404'), method: 'POST', content_type: 'text/plain' }
    expect((await fixture.scrape(rich, { ...echo, body: 'x'.repeat(3_000_000) })).status).toBe(200)
    expect((await fixture.scrape(rich, { ...echo, body: 'x'.repeat(11_000_000) })).status).toBe(413)
    expect((await fixture.scrape(rich, { url: `${page()}?${'x'.repeat(2_000_000)}` })).status).toBe(413)
  })
})

test('415 answers content that cannot be read, free of charge', async () => {
  const own = await fixture.account(10_000)
  expect(await fixture.scrape(own, { url: page('/video.mp4') })).toMatchObject({
    status: 415,
    body: { error: 'UNSUPPORTED_CONTENT_TYPE' },
  })
  expect(await fixture.balance(own)).toEqual([10_000, 0])
})

describe('422', () => {
  test('lists the attempts when every tier failed, and charges nothing', async () => {
    const own = await fixture.account(10_000)
    const reply = await fixture.scrape(own, { url: page('/status/403'), cost_controls: { max_tier: '2' } })
    expect(reply).toMatchObject({
      status: 422,
      body: {
        error: 'ALL_TIERS_FAILED',
        billing: { total_credits: 0, escalations: [{ tier: '1' }, { tier: '2' }] },
        details: { billing: { total_credits: 0 } },
      },
    })
    expect(await fixture.balance(own)).toEqual([10_000, 0])
  })

  test('says when the budget ended the climb', async () => {
    const reply = await fixture.scrape(account, {
      url: page('/not-browser'),
      cost_controls: { max_credits: 1 },
    })
    expect(reply).toMatchObject({
      status: 422,
      body: { error: 'BUDGET_EXCEEDED', billing: expect.any(Object) },
    })
  })
})

describe('an idempotency key', () => {
  test('charges once and gives the first answer again', async () => {
    const own = await fixture.account(10_000)
    const headers = { 'Idempotency-Key': 'order-1' }
    const first = await fixture.scrape(own, { url: page() }, headers)
    const again = await fixture.scrape(own, { url: page() }, headers)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await fixture.balance(own)).toEqual([9_800, 0])
  })

  test('is refused for another request', async () => {
    const headers = { 'Idempotency-Key': 'order-2' }
    await fixture.scrape(account, { url: page() }, headers)
    expect(await fixture.scrape(account, { url: page('/docs') }, headers)).toMatchObject({
      status: 422,
      body: { error: 'IDEMPOTENCY_CONFLICT' },
    })
  })
})

test('a test key never leaves the service and never charges', async () => {
  const own = await fixture.account(0)
  const reply = await fixture.scrape(own.testKey, { url: page('/article?test-key') })
  expect(reply).toMatchObject({ status: 200, body: { billing: { total_credits: 0 } } })
  expect(fixture.site.requests.filter(({ path }) => path.includes('test-key'))).toEqual([])
})
