import { AdvancedOptions, CostFields, ScrapeFields } from '@gleaner/contracts'
import { eventually, type LocalProxy, startProxy } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'

/*
 * Whatever a test key asks for is answered from the sample pages, and nothing of it reaches a target, a proxy, what is known
 * of a domain, usage or the ledger.
 */

let fixture: GatewayFixture
let account: TestAccount
let sink: LocalProxy
let proxy_integration_id: string
beforeAll(async () => {
  sink = await startProxy()
  const pools = ['standard', 'premium', 'system']
  fixture = await createGatewayFixture(
    {
      EGRESS_ALLOW: '127.0.0.0/8',
      PROXIES: JSON.stringify(pools.map((pool) => ({ url: sink.url, pool, country: 'DE' }))),
      CAPTCHA_TIER: 'true',
    },
    { allTiers: true },
  )
  account = await fixture.account(1_000_000_000)
  const created = await fixture.request('/api/v1/proxies', {
    method: 'POST',
    headers: { 'X-API-Key': account.testKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'sink', url: sink.url }),
  })
  proxy_integration_id = created.body.id
})
afterAll(async () => {
  await fixture.close()
  await sink.close()
})

let pages = 0
/** At the practice site, which counts its visitors; a page of its own each time. */
const newUrl = () => `${fixture.site.url}/sample-${pages++}`
const scrape = (request: object, headers = {}) =>
  fixture.scrape(account.testKey, { url: newUrl(), ...request }, headers)

/** A word of each page's content and title. */
const PAGE = /lamp|shoes|Tidepool|Getting started/
const ofAPage = expect.stringMatching(PAGE)
const RENDERED = { advanced: { render_js: true } }
const rendered = (advanced: object) => ({ advanced: { render_js: true, ...advanced } })

async function download(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

async function isPicture(url: string, least: { width: number; height: number }): Promise<void> {
  const bytes = await download(url)
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(least.width)
  expect(bytes.readUInt32BE(20)).toBeGreaterThanOrEqual(least.height)
  // A blank one of that size is a tenth of this.
  expect(bytes.length).toBeGreaterThan(20_000)
}

interface Row {
  /** What is asked beside the address. */
  ask: object | (() => object)
  /** Of a reply with 200. */
  gives?: object
  check?: (body: Reply['body']) => Promise<void> | void
}

const ROWS: Record<string, Row> = {
  'no option': {
    ask: {},
    gives: { content: ofAPage, structured_content: expect.any(Array), cached: false },
  },
  'url, title and headers': {
    ask: {},
    gives: { title: ofAPage, status_code: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
  },
  formats: {
    ask: {
      formats: ['markdown', 'text', 'html', 'json', 'json_v2', 'rag', 'links', 'images', 'content', 'raw'],
    },
    gives: {
      content: {
        markdown: ofAPage,
        text: ofAPage,
        html: ofAPage,
        json: expect.any(Object),
        json_v2: { sections: expect.any(Array) },
        rag: { chunks: expect.any(Array) },
        links: expect.any(Array),
        images: expect.any(Array),
        content: { body_markdown: ofAPage },
        raw: ofAPage,
      },
    },
  },
  'mode html': { ask: { mode: 'html' }, gives: { content: ofAPage, billing: { tier_used: '1' } } },
  'mode js': { ask: { mode: 'js' }, gives: { content: ofAPage, billing: { tier_used: '4' } } },
  'mode pdf': {
    ask: { mode: 'pdf' },
    gives: { content: ofAPage, headers: { 'content-type': 'application/pdf' } },
  },
  'mode ocr, ocr, ocr_languages': {
    ask: { mode: 'ocr', advanced: { ocr: true, ocr_languages: ['eng'] } },
    gives: { content: ofAPage, headers: { 'content-type': 'image/png' } },
  },
  include_raw_html: {
    ask: { include_raw_html: true },
    gives: { raw_html: expect.stringMatching(/^<!doctype html>/) },
  },
  'timeout, time_budget': {
    ask: { timeout: 30, cost_controls: { time_budget: 20 } },
    gives: { content: ofAPage },
  },
  max_response_bytes: {
    ask: { max_response_bytes: 1_000 },
    gives: { content_truncated: { truncated: true, truncation_reason: 'response_body_cap' } },
  },
  extraction_schema: {
    ask: { extraction_schema: { type: 'object', properties: { title: { type: 'string' } } } },
    gives: { filtered_content: { title: ofAPage }, extraction_method: 'schema_filter' },
  },
  'extraction_prompt, extraction_model, extraction_provider': {
    ask: { extraction_prompt: 'Its title', extraction_model: 'a-model', extraction_provider: 'openai' },
    gives: { content: ofAPage, warnings: [expect.stringContaining('a test key asks no model')] },
  },
  evidence: {
    ask: { evidence: true, formats: ['json'] },
    gives: { metadata: { evidence: expect.any(Object) } },
  },
  'advanced.evidence': {
    ask: { advanced: { evidence: true } },
    gives: { metadata: { evidence: expect.any(Object) } },
  },
  'method, body, content_type': {
    ask: { method: 'POST', body: '{"a":1}', content_type: 'application/json' },
    gives: { content: ofAPage, billing: { tier_used: '1' } },
  },
  location: { ask: { location: { country: 'DE', language: 'de' } }, gives: { content: ofAPage } },
  proxy_country: { ask: { advanced: { proxy_country: 'DE' } }, gives: { content: ofAPage } },
  use_proxy: { ask: { advanced: { use_proxy: true } }, gives: { content: ofAPage } },
  use_system_proxy: { ask: { advanced: { use_system_proxy: true } }, gives: { content: ofAPage } },
  'use_own_proxy, proxy_integration_id': {
    ask: () => ({ advanced: { use_own_proxy: true, proxy_integration_id } }),
    gives: { content: ofAPage },
  },
  'cookies, session_headers': {
    ask: { advanced: { cookies: { a: '1' }, session_headers: { Authorization: 'Bearer secret' } } },
    gives: { content: ofAPage },
  },
  'include_selectors, exclude_selectors': {
    ask: { advanced: { include_selectors: ['h1'], exclude_selectors: ['p'] } },
    gives: { content: expect.stringMatching(/^# [^\n]+$/) },
  },
  'viewport, full_page, accept_language, user_agent': {
    ask: rendered({
      screenshot: true,
      full_page: false,
      viewport: { width: 800, height: 600 },
      accept_language: 'de-DE,de;q=0.8',
      user_agent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    }),
    check: ({ screenshot_url }) => isPicture(screenshot_url, { width: 800, height: 600 }),
  },
  'follow_redirects, prefer_markdown': {
    ask: { advanced: { follow_redirects: false, prefer_markdown: true } },
    gives: { content: ofAPage, billing: { tier_used: '1' } },
  },
  'include_request_headers, without a browser': {
    ask: { advanced: { include_request_headers: true } },
    gives: { request_headers: { 'user-agent': expect.any(String) }, billing: { tier_used: '1' } },
  },
  'include_request_headers, in a browser': {
    ask: rendered({ include_request_headers: true, session_headers: { 'X-Token': 'secret' } }),
    gives: { request_headers: { 'user-agent': expect.any(String) } },
    check: ({ request_headers }) => expect(JSON.stringify(request_headers)).not.toContain('secret'),
  },
  proxy_session: {
    ask: { advanced: { use_proxy: true, proxy_session: 'a-cart' } },
    gives: { content: ofAPage },
  },
  'markdown, remove_cookie_banners': {
    ask: { advanced: { markdown: true, remove_cookie_banners: false } },
    gives: { content: ofAPage },
  },
  only_main_content: {
    ask: { advanced: { only_main_content: false } },
    gives: { content: expect.stringMatching(/Search/) },
  },
  section_filter: {
    ask: { formats: ['json_v2'], advanced: { section_filter: { exclude_content_types: ['paragraph'] } } },
    check: ({ content }) => expect(JSON.stringify(content.json_v2)).not.toContain('"paragraph"'),
  },
  change_tracking: {
    ask: { formats: ['change_tracking'], advanced: { change_tracking: { tag: 'a', mode: 'exact' } } },
    gives: { content: { change_tracking: { previous_scrape_at: null, change_status: 'new' } } },
  },
  rag: {
    ask: { formats: ['rag'], advanced: { rag: { chunk_tokens: 64, overlap_tokens: 8 } } },
    check: ({ content }) => expect(content.rag.chunks.length).toBeGreaterThan(1),
  },
  'force_tier 1': { ask: { cost_controls: { force_tier: '1' } }, gives: { billing: { tier_used: '1' } } },
  'force_tier 2': { ask: { cost_controls: { force_tier: 2 } }, gives: { billing: { tier_used: '2' } } },
  'force_tier 3': { ask: { cost_controls: { force_tier: '3' } }, gives: { billing: { tier_used: '3' } } },
  'force_tier 3.5': {
    ask: { cost_controls: { force_tier: '3.5' } },
    gives: { content: ofAPage, billing: { tier_used: '3.5' } },
  },
  'force_tier 5': {
    ask: { cost_controls: { force_tier: '5' } },
    gives: { content: ofAPage, billing: { tier_used: '5' } },
  },
  'max_tier, prefer_cost, max_credits': {
    ask: { cost_controls: { max_tier: '3', prefer_cost: true, max_credits: 5 } },
    gives: { billing: { tier_used: '1' } },
  },
  'max_cost, fail_fast': {
    ask: { cost_controls: { max_cost: 2, fail_fast: true } },
    gives: { billing: { tier_used: '1' } },
  },
  prefer_known: {
    ask: { cost_controls: { prefer_known: true } },
    gives: { content: ofAPage, billing: { tier_used: '1' } },
  },
  prefer_speed: {
    ask: { cost_controls: { prefer_speed: true } },
    gives: {
      content: ofAPage,
      billing: { tier_used: '4', escalations: [{ tier: '4', result: 'success', credits: 0 }] },
    },
  },
  'screenshot, generate_pdf, render_js': {
    ask: { formats: ['markdown'], ...rendered({ screenshot: true, generate_pdf: true }) },
    gives: { content: { markdown: ofAPage } },
    async check({ screenshot_url, pdf_url }) {
      await isPicture(screenshot_url, { width: 1000, height: 600 })
      expect((await download(pdf_url)).subarray(0, 5).toString()).toBe('%PDF-')
    },
  },
  'screenshot with mobile, block_images, block_ads, where text is read from images': {
    ask: rendered({ screenshot: true, mobile: true, block_images: true, block_ads: true, ocr: true }),
    gives: { content: ofAPage },
    check: ({ screenshot_url }) => isPicture(screenshot_url, { width: 300, height: 900 }),
  },
  'wait_condition, wait_for, wait_for_timeout, scroll_to_load, scroll_count': {
    ask: rendered({
      wait_condition: 'networkidle',
      wait_for: '#related li',
      wait_for_timeout: 5_000,
      scroll_to_load: true,
      scroll_count: 2,
      only_main_content: false,
    }),
    gives: { content: expect.stringContaining('A walk along the pier') },
  },
  'actions, capture_xhr': {
    ask: rendered({
      capture_xhr: true,
      only_main_content: false,
      actions: [
        { type: 'wait', selector: 'h1' },
        { type: 'type', selector: 'input[name=q]', text: 'harbour lights' },
        { type: 'press', key: 'Enter' },
        { type: 'wait', selector: '.result' },
        { type: 'scroll', direction: 'down' },
        { type: 'hover', selector: 'button' },
        { type: 'screenshot' },
        { type: 'click', selector: 'nav a' },
      ],
    }),
    gives: {
      content: ofAPage,
      // Of both pages.
      captured_xhr: [1, 2].map(() => ({ status: 200, body: { related: expect.any(Array) } })),
      action_results: Array.from({ length: 8 }, () => ({ success: true })),
    },
    check: ({ action_results }) => isPicture(action_results[6].screenshot_url, { width: 1000, height: 600 }),
  },
}

/** Fields that a test of their own has. */
const ELSEWHERE = [
  'sync',
  'cache',
  'cache_ttl',
  'force_refresh',
  'session_id',
  'session_update',
  'webhook_url',
]

/** What was written down of this account's requests. */
async function traces(): Promise<unknown> {
  const { rows } = await fixture.pool.query(
    `SELECT (SELECT count(*) FROM ledger_entry WHERE account_id = $1)::int AS entries,
       (SELECT available_micros FROM balance WHERE account_id = $1)::text AS balance`,
    [account.id],
  )
  const { requests, by_tier } = (await fixture.get(account, '/usage')).body
  return { ...rows[0], requests, by_tier, visitors: fixture.site.requests.length, proxied: sink.asked.length }
}

describe('every option of a test key', () => {
  let before: unknown
  const replies = new Map<string, Promise<Reply>>()
  beforeAll(async () => {
    before = await traces()
    // All at once, and each test waits for its own.
    for (const [name, { ask }] of Object.entries(ROWS)) {
      const reply = scrape(typeof ask === 'function' ? ask() : ask)
      reply.catch(() => undefined)
      replies.set(name, reply)
    }
  })

  test.each(Object.entries(ROWS))('is answered from the sample pages, for nothing: %s', async (name, row) => {
    const { status, body } = await replies.get(name)!
    const { billing, ...gives } = (row.gives ?? {}) as Reply['body']
    const free = { ...billing, total_credits: 0, total_cost: 0 }
    expect({ status, body }).toMatchObject({ status: 200, body: { ...gives, billing: free } })
    await row.check?.(body)
  })

  test('leaves no trace at targets and proxies, in usage or the ledger', async () => {
    await Promise.all(replies.values())
    expect(await traces()).toEqual(before)
  })

  test('has its row', () => {
    const asked = new Set(ELSEWHERE)
    const note = (value: object) => {
      for (const [name, inner] of Object.entries(value)) {
        asked.add(name)
        if (name === 'advanced' || name === 'cost_controls') note(inner)
      }
    }
    for (const { ask } of Object.values(ROWS)) note(typeof ask === 'function' ? ask() : ask)
    const fields = [ScrapeFields, AdvancedOptions, CostFields].flatMap(({ shape }) => Object.keys(shape))
    expect(fields.filter((field) => !asked.has(field))).toEqual(['url'])
  })
})

describe('a test key', () => {
  test('gets the same page for the same URL, whatever else is asked, and three pages for many', async () => {
    const url = 'https://nowhere.invalid/a?b=1'
    const titles = async (requests: object[]) =>
      (await Promise.all(requests.map(scrape))).map(({ body }) => body.title ?? body)
    const same = await titles([{ url }, { url: `${url}#part` }, { url, cost_controls: { force_tier: '4' } }])
    expect(new Set(same).size).toBe(1)
    const many = await titles(Array.from({ length: 20 }, (_, i) => ({ url: `https://nowhere.invalid/${i}` })))
    expect(new Set(many).size).toBe(3)
  })

  test.each<[string, number, object]>([
    ['/404', 200, { status_code: 404 }],
    [
      '/js',
      200,
      {
        billing: { tier_used: '4', escalations: [{ tier: '1', result: 'failed' }, { tier: '4' }] },
        content: ofAPage,
      },
    ],
    [
      '/blocked',
      422,
      { error: 'ALL_TIERS_FAILED', billing: { total_credits: 0, escalations: [{}, {}, {}, {}] } },
    ],
    [
      '/timeout',
      422,
      { error: 'ALL_TIERS_FAILED', billing: { total_credits: 0, escalations: [{}, {}, {}, {}] } },
    ],
    ['/report.pdf', 200, { content: ofAPage, headers: { 'content-type': 'application/pdf' } }],
    ['/photo.png', 415, { error: 'UNSUPPORTED_CONTENT_TYPE' }],
  ])('sees by the ending %s what a live one would', async (path, status, body) => {
    const reply = await scrape({ url: `https://nowhere.invalid/any${path}` })
    expect(reply).toMatchObject({ status, body })
    expect(reply.headers.get('X-Service-Credits') ?? '0').toBe('0')
  })

  test('finds its answer in the cache, and renews it', async () => {
    const request = { url: newUrl(), cache: true, cache_ttl: 60 }
    expect((await scrape(request)).body.cached).toBe(false)
    expect((await scrape(request)).body).toMatchObject({ cached: true, content: ofAPage })
    expect((await scrape({ ...request, force_refresh: true })).body.cached).toBe(false)
    // What was made for it is not given to a live key.
    const live = await fixture.scrape(account, { ...request, url: `${fixture.site.url}/plain` })
    expect(live.body.cached).toBe(false)
  })

  test('polls a job like a live one', async () => {
    const { status, body } = await scrape({ sync: false, ...RENDERED })
    expect(status).toBe(202)
    await eventually(async () => {
      const { body: job } = await fixture.request(`/api/v1/jobs/${body.job_id}`, {
        headers: { 'X-API-Key': account.testKey },
      })
      expect(job).toMatchObject({ status: 'completed', result: { content: ofAPage } })
    })
  })

  test('does not take an Idempotency-Key’s answer for that of a live request', async () => {
    const request = { url: `${fixture.site.url}/plain` }
    const headers = { 'Idempotency-Key': 'first-tested' }
    const first = await scrape(request, headers)
    expect((await scrape(request, headers)).body.job_id).toBe(first.body.job_id)
    expect(await fixture.scrape(account, request, headers)).toMatchObject({
      status: 422,
      body: { error: 'IDEMPOTENCY_CONFLICT' },
    })
  })

  test.each<[string, object]>([
    ['an unknown field', { colour: 'red' }],
    ['a body with GET', { body: 'x' }],
    ['a screenshot without rendering', { advanced: { screenshot: true } }],
    ['a private address', { url: 'http://10.0.0.1/' }],
    ['a session that is not there', { session_id: '11111111-1111-4111-8111-111111111111' }],
    ['a proxy that is not there', { advanced: { use_own_proxy: true, proxy_integration_id: 'none' } }],
    ['a country without a premium proxy', { advanced: { use_proxy: true }, location: { country: 'JP' } }],
    ['too small a budget', { cost_controls: { max_credits: 0.5 } }],
    ['a remote schema', { extraction_schema: { $ref: 'http://example.com/' } }],
  ])('is refused %s with the words that a live one reads', async (_, request) => {
    const url = newUrl()
    const [tested, live] = [
      await scrape({ url, ...request }),
      await fixture.scrape(account, { url, ...request }),
    ]
    const { request_id: _tested, ...words } = tested.body
    expect(tested.status).toBeGreaterThanOrEqual(400)
    expect(live).toMatchObject({ status: tested.status, body: words })
  })

  test('needs no balance', async () => {
    const poor = await fixture.account(0)
    expect((await fixture.scrape(poor.testKey, { url: newUrl() })).status).toBe(200)
    expect((await fixture.scrape(poor, { url: newUrl() })).status).toBe(402)
  })
})

test('what is known of domains is of live requests only', async () => {
  // Written every five seconds.
  await eventually(async () => {
    const { rows } = await fixture.pool.query(
      `SELECT (SELECT sum(delivered + failed) FROM domain_memory)::int AS known,
           (SELECT count(*) FROM job, jsonb_array_elements(attempts) WHERE NOT test)::int AS live`,
    )
    expect(rows[0].live).toBeGreaterThan(0)
    expect(rows[0].known).toBe(rows[0].live)
  })
})
