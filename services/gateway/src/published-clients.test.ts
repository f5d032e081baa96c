import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import { MCP as MCP_SERVER } from './testing/published-calls/mcp.ts'
import { NODE as NODE_SDK } from './testing/published-calls/node.ts'
import { PYTHON as PYTHON_SDK } from './testing/published-calls/python.ts'

/** Requests as published clients of this interface make them, with the fields that these always send, and what they read of the replies. */

const { userAgent: MCP } = MCP_SERVER
const { userAgent: PYTHON } = PYTHON_SDK
const { userAgent: NODE } = NODE_SDK

let fixture: GatewayFixture
let account: TestAccount

beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account(1_000_000)
})
afterAll(() => fixture.close())

const page = (path = '/article') => `${fixture.site.url}${path}`

async function send(method: string, path: string, body?: unknown, userAgent = 'a-client/1.0') {
  const headers = {
    'X-API-Key': account.key,
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
  }
  return await fixture.request(`/api/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** What the MCP server's scrape sends without a wish of its caller's. */
const MCP_SCRAPE = {
  method: 'GET',
  mode: 'auto',
  formats: ['markdown'],
  sync: true,
  timeout: 90,
  include_raw_html: false,
  advanced: {
    render_js: false,
    use_proxy: false,
    markdown: true,
    scroll_to_load: false,
    remove_cookie_banners: true,
    block_images: false,
  },
}

const PYTHON_SCRAPE = {
  mode: 'auto',
  sync: true,
  cache: false,
  force_refresh: false,
  include_raw_html: false,
  timeout: 120,
  evidence: false,
  promote_schema_org: true,
  wait_until: 'networkidle',
}

const PYTHON_ADVANCED = {
  render_js: false,
  screenshot: false,
  markdown: false,
  generate_pdf: false,
  ocr: false,
  use_proxy: false,
  use_own_proxy: false,
  use_system_proxy: false,
  proxy_integration_id: null,
  proxy_country: null,
  wait_condition: 'networkidle',
  remove_cookie_banners: true,
}
const RENDERED = { ...PYTHON_ADVANCED, render_js: true }
const NODE_SCRAPE = { mode: 'auto', sync: true }

const withAdvanced = (more: object) => ({ ...MCP_SCRAPE, advanced: { ...MCP_SCRAPE.advanced, ...more } })

/** Requests that no browser is started for. */
const PLAIN: [client: string, request: object][] = [
  ['MCP', MCP_SCRAPE],
  ['MCP', { ...MCP_SCRAPE, max_response_bytes: 5_242_880, session_id: null, cookies: { a: '1' } }],
  ['MCP', { ...MCP_SCRAPE, max_response_bytes: 0, filter_content: false, template: 'article' }],
  ['MCP', { ...MCP_SCRAPE, prefer_cost: true, force_refresh: true, promote_schema_org: false }],
  ['MCP', { ...MCP_SCRAPE, fail_fast: true, extraction_profile: 'directory_listing', evidence: true }],
  [
    'MCP',
    { ...MCP_SCRAPE, extraction_prompt: 'the title', extraction_model: 'x', extraction_provider: 'groq' },
  ],
  ['MCP', { ...MCP_SCRAPE, cost_controls: { max_tier: '3.5', max_credits: 5, time_budget: 60 } }],
  ['MCP', withAdvanced({ render_js: 'auto', scroll_count: 3 })],
  ['MCP', withAdvanced({ proxy_country: 'DE', scroll_to_load: true, scroll_count: 3 })],
  ['Python SDK', PYTHON_SCRAPE],
  [
    'Python SDK',
    {
      ...PYTHON_SCRAPE,
      advanced: PYTHON_ADVANCED,
      cost_controls: { prefer_cost: false, prefer_speed: false, fail_fast: true, max_tier: '2' },
    },
  ],
  ['Python SDK', { ...PYTHON_SCRAPE, enable_scroll: false, extraction_profile: 'auto' }],
  ['Node SDK', { ...NODE_SCRAPE, render_js: false, markdown: true, wait_condition: 'load' }],
  ['Node SDK', { ...NODE_SCRAPE, headers: { 'X-A': 'b' }, cookies: 'a=1; b=2', block_resources: ['images'] }],
  ['Node SDK', { ...NODE_SCRAPE, proxy_country: 'DE', viewport_width: 800, viewport_height: 600 }],
  [
    'Node SDK',
    { ...NODE_SCRAPE, cost_controls: { max_tier: 'http', prefer: 'cost', max_cost_dollars: 0.01 } },
  ],
  [
    'n8n',
    {
      mode: 'auto',
      sync: true,
      formats: ['content', 'json_v2'],
      advanced: { section_filter: { content_only: true }, wait_condition: 'load' },
    },
  ],
  ['extension', { formats: ['text', 'markdown'], use_session: true, tier: 1 }],
  ['extension', { extract_rules: { title: { selector: 'h1', type: 'text' } } }],
]

/** Requests that a browser answers: each is estimated at its tier. */
const BROWSER: [client: string, request: object][] = [
  ['MCP', { ...MCP_SCRAPE, wait_for: 'article' }],
  [
    'MCP',
    {
      mode: 'js',
      sync: true,
      screenshot: true,
      wait_until: 'networkidle',
      advanced: { render_js: true, screenshot: true },
    },
  ],
  ['MCP', { ...MCP_SCRAPE, prefer_speed: true }],
  ['MCP', { ...MCP_SCRAPE, cost_controls: { force_tier: '4' } }],
  ['Python SDK', { ...PYTHON_SCRAPE, screenshot: true }],
  ['Python SDK', { ...PYTHON_SCRAPE, mode: 'js', screenshot: true, advanced: RENDERED }],
  ['Python SDK', { ...PYTHON_SCRAPE, wait_until: 'load', advanced: RENDERED }],
  ['Python SDK', { ...PYTHON_SCRAPE, advanced: { ...RENDERED, wait_condition: 'domcontentloaded' } }],
  ['Python SDK', { ...PYTHON_SCRAPE, mode: 'js', enable_scroll: true, wait_for: '#a' }],
  ['Node SDK', { ...NODE_SCRAPE, render_js: true, screenshot: true, generate_pdf: true }],
  ['Node SDK', { ...NODE_SCRAPE, wait_time: 500, mobile: true }],
  [
    'Node SDK',
    { ...NODE_SCRAPE, wait_for_selector: 'article', cost_controls: { max_tier: 'browser', prefer: 'speed' } },
  ],
]

describe('a scrape is accepted as it is sent by', () => {
  test.each(PLAIN)('%s: %j', async (_, request) => {
    const { status, body } = await send('POST', '/scrape', { url: page(), ...request })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        redirected: false,
        redirect_chain: [],
        billing: {
          tier_used: '1',
          cost_dollars: 0.0002,
          final_cost_microcents: 200,
          byop_applied: false,
        },
      },
    })
  })

  test.each(BROWSER)('%s: %j', async (_, request) => {
    const { status, body } = await send('POST', '/scrape/estimate', { url: page(), ...request })
    expect({ status, body }).toMatchObject({ status: 200, body: { estimated_tier: '4' } })
    expect(body.estimated_cost_dollars).toBeGreaterThanOrEqual(0.004)
  })

  test.each([
    [
      'Python SDK',
      '/pdf',
      { ...PYTHON_SCRAPE, mode: 'pdf', pdf_format: 'text' },
      { text: expect.any(String) },
    ],
    ['Python SDK', '/pdf', { ...PYTHON_SCRAPE, mode: 'pdf', pdf_format: 'markdown' }, expect.any(String)],
    [
      'MCP',
      '/echo',
      { ...MCP_SCRAPE, method: 'POST', body: '{ a }', content_type: 'application/graphql', formats: ['raw'] },
      { raw: expect.stringContaining('application/graphql') },
    ],
  ])('%s: %s %j', async (_, path, request, content) => {
    const reply = await send('POST', '/scrape', { url: page(path), ...request })
    expect(reply).toMatchObject({ status: 200, body: { content } })
  })
})

test('what clients show of a reply is there', async () => {
  const asked = { location: { country: 'DE' }, max_response_bytes: 1_000, template: 'article' }
  const { body } = await send('POST', '/scrape', {
    url: page('/redirect-to?url=/article'),
    ...MCP_SCRAPE,
    ...asked,
  })
  expect(body).toMatchObject({
    redirected: true,
    final_url: page(),
    redirect_chain: [{ url: page('/redirect-to?url=/article'), status_code: 302 }],
    content_truncated: {
      truncated: true,
      truncated_at_bytes: 1_000,
      original_size_bytes: body.size_bytes,
      truncation_reason: 'response_body_cap',
    },
    warnings: [expect.stringMatching(/^location.country: this server has no proxy in DE/)],
  })
  expect(body.warning).toBe(body.warnings.join(' '))
  expect(body.metadata.missing_fields).toBeDefined()
})

describe('a reply to a request that names no formats has what its client reads', () => {
  const FORMATS = {
    text: expect.stringContaining('Every passage takes one line'),
    html: expect.stringContaining('<html'),
    json: expect.objectContaining({ '@type': 'NewsArticle' }),
    markdown: expect.stringMatching(/^# What/),
  }

  test('the Python SDK in content', async () => {
    const { body } = await send('POST', '/scrape', { url: page(), ...PYTHON_SCRAPE }, PYTHON)
    expect(body).toMatchObject({ content: FORMATS, billing: { tier_name: 'curl' } })
    expect(body).not.toHaveProperty('text')
    const named = { url: page(), ...PYTHON_SCRAPE, formats: ['text'] }
    expect((await send('POST', '/scrape', named, PYTHON)).body.content).toEqual({ text: FORMATS.text })
  })

  test('the Node SDK at the top', async () => {
    const { markdown, ...formats } = FORMATS
    const { body } = await send('POST', '/scrape', { url: page(), ...NODE_SCRAPE }, NODE)
    expect(body).toMatchObject({ ...formats, markdown_content: markdown, content: FORMATS })
    expect(body.published_date).toBe(body.published_at)
    const asked = {
      url: page('/product'),
      ...NODE_SCRAPE,
      extraction_schema: { price: 'number' },
      sync: false,
    }
    const { job_id } = (await send('POST', '/scrape', asked, NODE)).body
    await eventually(async () => {
      const { result } = (await send('GET', `/jobs/${job_id}`, undefined, NODE)).body
      expect(result).toMatchObject({ json: { price: 89.5 }, text: expect.any(String) })
    })
  })

  test('everybody else the Markdown alone', async () => {
    const { body } = await send('POST', '/scrape', { url: page(), ...NODE_SCRAPE })
    expect(body.content).toEqual(FORMATS.markdown)
    expect(body).not.toHaveProperty('markdown_content')
  })
})

test('a batch takes the same fields, for all of it and for each of its entries', async () => {
  const urls = [
    { url: page(), mode: 'auto', timeout: 90, wait_for: null, cache: false, advanced: { render_js: null } },
    { url: page('/product'), mode: 'html', wait_for: 'article', extraction_profile: 'product', advanced: {} },
  ]
  const created = await send('POST', '/batch/', {
    urls,
    prefer_cost: true,
    max_tier: 'http',
    promote_schema_org: true,
  })
  expect(created).toMatchObject({ status: 200, body: { total_urls: 2, estimated_credits: 2 } })
  const { rows } = await fixture.pool.query('SELECT spec FROM job WHERE id = ANY($1) ORDER BY id', [
    created.body.job_ids,
  ])
  const forAll = { cost_controls: { prefer_cost: true, max_tier: '2' } }
  const warning = expect.stringMatching(/^promote_schema_org has no effect/)
  expect(rows.map(({ spec }) => spec)).toMatchObject([
    { ...forAll, timeout: 90, advanced: {}, warnings: [warning] },
    {
      ...forAll,
      extraction_schema: { properties: { price: { type: 'number' } } },
      warnings: [warning, expect.stringMatching(/^wait_for has no effect/)],
    },
  ])
  const conflict = await send('POST', '/batch', {
    urls: [{ url: page(), max_tier: 1, cost_controls: { max_tier: 2 } }],
  })
  expect(conflict.body.details.issues).toEqual([
    { path: 'urls[0].max_tier', message: expect.stringContaining('cost_controls.max_tier') },
  ])
})

test('a path may end in a slash', async () => {
  expect((await send('GET', '/sessions/')).status).toBe(200)
  expect((await send('GET', '/usage/')).body).toMatchObject({ balance_dollars: expect.any(Number) })
})

test('the MCP server reads a body of a deletion, everybody else an empty reply', async () => {
  for (const [userAgent, answer] of [
    [MCP, { status: 200, body: { deleted: true } }],
    [undefined, { status: 204 }],
  ] as const) {
    const session = {
      name: 'mine',
      domain: 'example.com',
      cookies: { a: 'b' },
      user_agent: 'X',
      consent: true,
    }
    const { body } = await send('POST', '/sessions/', session)
    expect(await send('DELETE', `/sessions/${body.id}`, undefined, userAgent)).toMatchObject(answer)
  }
})

test('the Python SDK waits for a job that has succeeded, everybody else for a completed one', async () => {
  const { status, body } = await send('POST', '/scrape', { url: page(), ...PYTHON_SCRAPE, sync: false })
  expect(status).toBe(202)
  await eventually(async () => {
    for (const [userAgent, finished] of [
      [PYTHON, 'succeeded'],
      [undefined, 'completed'],
    ] as const)
      expect((await send('GET', `/jobs/${body.job_id}`, undefined, userAgent)).body).toMatchObject({
        status: finished,
        result: { status_code: 200 },
      })
  })
})

/** Of endpoints beside the scrape: what clients send, and what they read of the reply at once. */
const WHOLE_SITES: [client: string, path: string, request: object, status: number, reply: object][] = [
  [
    'MCP',
    '/crawl',
    {
      max_pages: 50,
      max_depth: 3,
      sitemap: 'include',
      respect_robots: true,
      include_subdomains: false,
      max_concurrency: 10,
      include_patterns: null,
      exclude_patterns: null,
      extraction_schema: null,
      extraction_profile: 'article',
      webhook_url: null,
      headers: { 'X-A': 'b' },
      cost_controls: { max_credits: 100, max_tier: '3' },
      advanced: { render_js: 'auto', use_proxy: false, timeout: 60, block_images: false },
    },
    202,
    { crawl_id: expect.any(String), status: 'discovering', estimated_pages: 50, message: expect.any(String) },
  ],
  [
    'n8n',
    '/crawl',
    {
      formats: ['markdown', 'content'],
      sitemap_path: '/map.xml',
      advanced: { delay: 1, max_concurrency: 5 },
    },
    202,
    { crawl_id: expect.any(String) },
  ],
  [
    'MCP',
    '/extract',
    {
      url: undefined,
      content: '<h1>Lamp</h1><p>Price: $12.50</p>',
      content_type: 'html',
      extraction_template: 'product',
      formats: ['json'],
      source_url: 'https://example.com/lamp',
      evidence: false,
      cache: 'auto',
      cache_ttl: 3_600,
    },
    200,
    {
      extract_id: expect.any(String),
      formats: { json: expect.anything() },
      credits_used: 12.5,
      model_used: null,
      extraction_profile: 'product',
      cache_hit: false,
      extraction_metadata: { mode: 'algorithmic', input_tokens: null, output_tokens: null },
    },
  ],
  [
    'MCP',
    '/search',
    {
      query: 'lamps',
      num_results: 10,
      page: 1,
      domain: null,
      country: 'us',
      language: 'en',
      time_range: 'month',
      scrape_results: false,
      formats: null,
    },
    200,
    {
      search_id: expect.any(String),
      query: 'lamps',
      results_requested: 10,
      results_count: 1,
      credits_used: 0,
      results: [
        {
          position: 1,
          title: expect.any(String),
          url: expect.stringContaining('/product'),
          snippet: expect.any(String),
        },
      ],
    },
  ],
]

describe('beside scrapes, what is accepted as it is sent by', () => {
  test.each(WHOLE_SITES)('%s: %s %j', async (_, path, request, status, body) => {
    const target = path === '/crawl' ? { url: page() } : {}
    const reply = await send('POST', path, { ...target, ...request }, MCP)
    expect(reply).toMatchObject({ status, body })
  })

  test('the status of a crawl has what clients poll for', async () => {
    const { body } = await send('POST', '/crawl', { url: page() }, MCP)
    const status = await send('GET', `/crawl/${body.crawl_id}?include_results=true`, undefined, MCP)
    expect(status.body).toMatchObject({
      crawl_id: body.crawl_id,
      url: page(),
      pages_scraped: 0,
      pages_total: 0,
      credits_used: 0,
      results: [],
    })
  })
})
