import { setBetaFeature } from '@gleaner/switches/beta-features'
import { eventually, type LocalProxy, startProxy } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { admitBulk } from './testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import type { PublishedCall } from './testing/published-calls/call.ts'
import { MCP } from './testing/published-calls/mcp.ts'
import { N8N } from './testing/published-calls/n8n.ts'
import { NODE } from './testing/published-calls/node.ts'
import { PYTHON } from './testing/published-calls/python.ts'
import { startMaps } from './testing/start-maps.ts'

/** Every call of clients that were written for another service with this interface, and what they read of our reply. */
const CLIENTS = [MCP, N8N, NODE, PYTHON]

let fixture: GatewayFixture
let admission: { stop(): Promise<void> }
let maps: AsyncDisposable
let proxy: LocalProxy
beforeAll(async () => {
  proxy = await startProxy()
  const proxies = ['premium', 'system'].map((pool) => ({ url: proxy.url, pool, country: 'US' }))
  fixture = await createGatewayFixture(
    { EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development', PROXIES: JSON.stringify(proxies) },
    { allTiers: true },
  )
  const feature = { slug: 'new-tables', name: 'New tables', description: 'd', status: 'beta' } as const
  await setBetaFeature(await fixture.db.prisma(), feature)
  admission = await admitBulk(fixture.env)
  maps = startMaps(fixture)
})
afterAll(async () => {
  await admission.stop()
  await maps[Symbol.asyncDispose]()
  await fixture.close()
  await proxy.close()
})

describe.each(CLIENTS)('$name', ({ userAgent, calls }) => {
  let account: TestAccount
  let things: Record<string, string>

  async function send(method: string, path: string, body?: unknown) {
    return await fixture.request(`/api/v1${path}`, {
      method,
      headers: {
        'X-API-Key': account.key,
        'User-Agent': userAgent,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** With what its strings name of the account's things. Matchers stay as they are. */
  function filled<Value>(value: Value): Value {
    if (typeof value === 'string')
      return value.replaceAll(/\{(\w+)\}/g, (whole, name) => things[name] ?? whole) as Value
    if (Array.isArray(value)) return value.map(filled) as Value
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)])) as Value
  }

  beforeAll(async () => {
    account = await fixture.account(10_000_000)
    const site = fixture.site.url
    const failing = { url: `${site}/status/503`, cost_controls: { max_tier: '1' } }
    const post = async (path: string, body: object) => (await send('POST', path, body)).body
    const login = { name: 'mine', domain: site, cookies: { selwyn_session: 'sample-session' } }
    things = {
      site,
      session: (await post('/sessions', login)).id,
      job: (await post('/scrape', { url: `${site}/article`, sync: false })).job_id,
      failed: (await post('/scrape', { ...failing, sync: false })).job_id,
      batch: (await post('/batch', { urls: [`${site}/article`] })).batch_id,
      partly: (await post('/batch', { urls: [`${site}/article`, failing] })).batch_id,
      crawl: (await post('/crawl', { url: `${site}/docs` })).crawl_id,
      search: (await post('/search', { query: 'article' })).search_id,
    }
  })

  const rows = calls.map((call): [string, PublishedCall] => [nameOf(call), call])
  test.each(rows)('%s', async (_, { request, status, reads }) => {
    const [method, path, body] = filled(request)
    const sent = async () => {
      const reply = await send(method, path, body)
      expect({ status: reply.status, body: reply.body || {} }).toMatchObject({ status, body: filled(reads) })
    }
    // What is polled may not have ended yet.
    await (method === 'GET' ? eventually(sent) : sent())
  })
})

test('the MCP server fetches the picture of a page by the address in the reply, with its key', async () => {
  const account = await fixture.account()
  const headers = { 'X-API-Key': account.key, 'User-Agent': MCP.userAgent }
  const asked = {
    url: `${fixture.site.url}/article`,
    mode: 'js',
    sync: true,
    screenshot: true,
    wait_until: 'networkidle',
    advanced: { render_js: true, screenshot: true },
  }
  const { body } = await fixture.scrape(account, asked, headers)
  const picture = await fetch(new URL(body.screenshot_url, fixture.url), { headers })
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect([picture.status, bytes.toString('latin1', 1, 4)]).toEqual([200, 'PNG'])
})

function nameOf({ call, fault }: PublishedCall): string {
  return fault === undefined ? call : `${call} (its fault: ${fault})`
}
