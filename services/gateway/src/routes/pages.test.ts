import { ENDPOINTS, ScrapeOptions, ScrapeRequest, scrapeOfTexts } from '@gleaner/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(() => fixture.close())

type Texts = Record<string, string>
const ask = (path: string, headers: Texts = {}) =>
  fixture.request(`/api/v1${path}`, { redirect: 'manual', headers: { 'X-API-Key': account.key, ...headers } })
const page = (path = '/article') => `${fixture.site.url}${path}`
const scrape = (texts: Texts, headers: Texts = {}) => ask(`/scrape?${new URLSearchParams(texts)}`, headers)
const read = (url: string, headers: Texts = {}) => ask(`/r/${url}`, headers)
const posted = async (format: string, url = page()) =>
  (await fixture.scrape(account, { url, formats: [format] })).body.content[format]

describe('a page is the body', () => {
  test('as Markdown, with what it cost and where it is in headers', async () => {
    const { status, body, headers } = await scrape({ url: page() })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(body).toBe(await posted('markdown'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-service-credits': '1',
      'x-service-tier': '1',
      'x-service-final-url': page(),
      'x-service-target-status': '200',
      'x-service-cached': 'false',
    })
    const job = await fixture.get(account, `/jobs/${headers.get('X-Service-Job-Id')}`)
    expect(job.body).toMatchObject({ status: 'completed', url: page() })
  })

  test.each([
    ['text', 'text/plain; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['json_v2', 'application/json; charset=utf-8'],
    ['links', 'application/json; charset=utf-8'],
    ['raw', 'text/html; charset=utf-8'],
  ])('in the format %s', async (format, type) => {
    const { status, body, headers } = await scrape({ url: page(), format })
    expect([status, headers.get('Content-Type')]).toEqual([200, type])
    expect(body).toEqual(await posted(format))
    expect(headers.get('Content-Security-Policy')).toContain('sandbox')
  })

  test.each([
    ['text/plain', 'text/plain'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/markdown, */*;q=0.1', 'text/markdown'],
    ['*/*', 'text/markdown'],
    ['image/webp', 'text/markdown'],
  ])('as "%s" accepts it', async (accept, type) => {
    for (const reply of [
      await scrape({ url: page() }, { Accept: accept }),
      await read(page(), { Accept: accept }),
    ])
      expect(reply.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`)
  })

  test('a file as its own bytes', async () => {
    const url = page('/pdf')
    const reply = await fetch(`${fixture.url}/api/v1/scrape?${new URLSearchParams({ url, format: 'raw' })}`, {
      headers: { 'X-API-Key': account.key },
    })
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    const [given, own] = [await reply.arrayBuffer(), await (await fetch(url)).arrayBuffer()]
    expect(Buffer.from(given).equals(Buffer.from(own))).toBe(true)
  })

  test('of any size, a piece at a time', async () => {
    const url = page('/huge?mb=6')
    const { status, body } = await scrape({ url, format: 'raw' })
    expect(status).toBe(200)
    expect(body).toBe(await (await fetch(url)).text())
  })

  test('or the whole reply of POST /scrape for who accepts JSON or names several formats', async () => {
    const url = page()
    const accepting = await scrape({ url }, { Accept: 'application/json' })
    expect(Object.keys(accepting.body)).toEqual(
      expect.arrayContaining(['content', 'metadata', 'billing', 'job_id']),
    )
    const both = await scrape({ url, formats: 'markdown,links' })
    expect(Object.keys(both.body.content).sort()).toEqual(['links', 'markdown'])
    expect((await scrape({ url, format: 'text', formats: 'html' })).body).toMatch(
      /^INVALID_REQUEST: .*format:/,
    )
  })
})

describe('the rest of a path is an address', () => {
  test.each(['/article?b=c&d=%20e', '/article'])('as it is: %s', async (path) => {
    const { status, headers } = await read(page(path))
    expect([status, headers.get('X-Service-Final-Url')]).toEqual([200, page(path)])
  })

  test('whatever was made of its slashes on the way', async () => {
    for (const written of [page().replace('://', ':/'), encodeURIComponent(page())])
      expect((await read(written)).headers.get('X-Service-Final-Url')).toBe(page())
  })

  test('and its query is the page’s alone', async () => {
    const { body } = await ask(`/r/${page('/article?api_key=theirs&format=html')}`)
    expect(body).toBe(await posted('markdown', page('/article?api_key=theirs&format=html')))
  })

  test('with options in headers', async () => {
    const ours = await read(page(), { 'X-Service-Options': 'format=text&max_tier=1' })
    expect(ours.body).toBe(await posted('text'))
    expect((await read(page(), { 'X-Return-Format': 'text' })).body).toBe(ours.body)
    const refused = await read(page(), { 'X-Token-Budget': '1000' })
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('X-Token-Budget')])
    expect((await read(page(), { 'X-Service-Options': 'max_teir=1' })).body).toContain('"max_tier"')
  })
})

describe('errors are text that begins with their code', () => {
  test.each<[Texts, number, string, string]>([
    [{}, 400, 'INVALID_REQUEST', 'url: is required'],
    [{ url: 'http://169.254.169.254/' }, 400, 'URL_NOT_ALLOWED', ''],
    [{ url: 'https://example.com', render_js: 'perhaps' }, 400, 'INVALID_REQUEST', 'render_js: must be'],
    [{ url: 'https://example.com', renderJs: 'true' }, 400, 'INVALID_REQUEST', '"render_js"'],
    [{ url: 'https://example.com', max_tier: '9' }, 400, 'INVALID_REQUEST', 'max_tier: must be one of'],
  ])('%j', async (texts, status, code, message) => {
    const reply = await scrape(texts)
    expect([reply.status, reply.headers.get('X-Service-Error')]).toEqual([status, code])
    expect(reply.body).toContain(message)
    const asJson = await scrape(texts, { Accept: 'application/json' })
    expect([asJson.status, asJson.body.error]).toEqual([status, code])
  })

  test('of a page that no tier gave', async () => {
    const reply = await scrape({ url: page('/status/403'), max_tier: '2' })
    expect([reply.status, reply.body]).toEqual([422, expect.stringMatching(/^ALL_TIERS_FAILED: /)])
  })

  test('of who is not known', async () => {
    const { status, headers, body } = await scrape({ url: page() }, { 'X-API-Key': '' })
    expect([status, body]).toEqual([401, expect.stringMatching(/^UNAUTHENTICATED: /)])
    expect(headers.get('WWW-Authenticate')).toContain('Bearer')
  })
})

describe('it is the same scrape', () => {
  test.each(Object.keys(ScrapeOptions.shape).filter((name) => name !== 'format'))(
    'the option %s is one of POST /scrape',
    (name) => {
      const body = scrapeOfTexts({ url: 'https://example.com/', [name]: 'x' })
      const issues = ScrapeRequest.safeParse(body).error?.issues ?? []
      expect(issues.filter(({ code }) => code === 'unrecognized_keys')).toEqual([])
      expect(Object.keys(body)).toHaveLength(2)
    },
  )

  test('every option of POST /scrape is one of it', () => {
    const {
      advanced,
      cost_controls,
      location,
      url: _,
      ...others
    } = (
      ENDPOINTS.postScrape.body as never as {
        in: { shape: Record<string, unknown> }
      }
    ).in.shape
    expect([advanced, cost_controls, location].every(Boolean)).toBe(true)
    const known = Object.keys(ScrapeOptions.shape)
    const deprecated = ['markdown', ...Object.keys(others).filter((name) => !known.includes(name))]
    for (const name of deprecated)
      expect([name, (others[name] as { description?: string }).description]).toEqual([
        name,
        expect.stringMatching(/^Has no effect|^The same as advanced\.markdown/),
      ])
  })

  test('paid for like any other, once for an Idempotency-Key', async () => {
    const again = { 'Idempotency-Key': `again-${account.id}` }
    const [first, second] = [await scrape({ url: page() }, again), await scrape({ url: page() }, again)]
    expect(second.headers.get('X-Service-Job-Id')).toBe(first.headers.get('X-Service-Job-Id'))
    expect((await fixture.balance(account))[0]).toBe(1_000_000 - 200)
    expect((await scrape({ url: page('/other') }, again)).status).toBe(422)
  })

  test('which takes the tokens of a POST', async () => {
    const { headers } = await scrape({ url: page() })
    const left = Number(headers.get('X-RateLimit-Limit')) - Number(headers.get('X-RateLimit-Remaining'))
    expect(left).toBe(2)
  })

  test('and is not started by who only looks whether it is there', async () => {
    for (const path of [`/scrape?url=${page()}`, `/r/${page()}`]) {
      const { status, headers } = await fetch(`${fixture.url}/api/v1${path}`, {
        method: 'HEAD',
        headers: { 'X-API-Key': account.key },
      })
      expect([status, headers.get('Allow')?.includes('HEAD')]).toEqual([405, false])
    }
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  })

  test('that is to be collected where nobody waits for it', async () => {
    const { status, body, headers } = await scrape({ url: page(), sync: 'false' })
    expect(status).toBe(202)
    expect(headers.get('Location')).toBe(`${fixture.url}/api/v1/jobs/${body.job_id}`)
    expect(headers.get('X-Service-Job-Id')).toBe(body.job_id)
  })
})

test('a key in the query is taken, and never logged', async () => {
  const url = page('/status/403')
  const taken = await ask(`/scrape?${new URLSearchParams({ url, api_key: account.key, max_tier: '1' })}`, {
    'X-API-Key': '',
  })
  expect(taken.status).toBe(422)
  await ask(`/r/http:/someone:hidden-word@${fixture.site.url.slice(7)}/boom`, {})
  const logged = JSON.stringify(fixture.logs)
  expect(logged).not.toContain(account.key)
  expect(logged).not.toContain('hidden-word')
})
