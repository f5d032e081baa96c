import { ENDPOINTS, type Endpoint } from '@gleaner/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from './testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
})
afterAll(() => fixture.close())

/** Endpoints that answer people: a page, or an error as one. */
const DECLARED = Object.values(ENDPOINTS as Record<string, Endpoint>)
  .filter(
    ({ method, contentTypes, errorFormat }) =>
      method === 'GET' && (contentTypes?.includes('text/html') || errorFormat === 'page'),
  )
  .map(({ path }) => `/api/v1${path.replaceAll(/\{\+?\w+\}/g, '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b')}`)
/** Pages of no endpoint. */
const OTHERS = [
  '/',
  '/docs',
  '/admin/queues',
  '/reset-password',
  '/confirm-registration',
  '/invitation',
  '/device',
  '/undo-email',
  '/confirm-email',
  '/no-such-page',
]

/** What a browser loads, runs or sends to by itself; links that people follow are none. */
const LOADED =
  /<(?:script|img|link|iframe|form|source|video|audio|object|embed|base|use|image)\b[^>]*?\b(?:src|href|action|data|srcset)\s*=\s*["']?\s*((?:https?:)?\/\/[^"'\s>]+)/gi
const IN_STYLES = /(?:url\(|@import)\s*["']?\s*((?:https?:)?\/\/[^"')\s]+)/gi
/** Sources of a policy that are this origin or in the page itself. */
const OWN = /^(?:'self'|'none'|'unsafe-inline'|'nonce-[\w+/=-]+'|'sha\d+-[\w+/=-]+'|data:)$/

test.each([...OTHERS, ...DECLARED])(
  '%s loads nothing from another host, and its policy forbids it',
  async (path) => {
    const { user, password } = fixture.admin
    const login = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const reply = await fetch(fixture.url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', ...(path.startsWith('/admin') && { Authorization: login }) },
    })
    const page = await reply.text()
    const foreign = [...page.matchAll(LOADED), ...page.matchAll(IN_STYLES)]
      .map(([, address]) => address!)
      .filter((address) => !address.startsWith(fixture.url))
    expect(foreign).toEqual([])
    const policy = reply.headers.get('content-security-policy')!
    const directives = policy.split(';').map((text) => text.trim().split(/\s+/))
    expect(directives.map(([name]) => name)).toContain('default-src')
    // Its value is a kind of sink, and no source.
    const ofSources = directives.filter(([name]) => name !== 'require-trusted-types-for')
    const open = ofSources.flatMap(([name, ...sources]) =>
      sources
        .filter((source) => !OWN.test(source) && source !== fixture.url)
        .map((source) => `${name} ${source}`),
    )
    expect(open).toEqual([])
  },
)

/** A reply whose body nobody reads: left so, it would keep its connection. */
async function headOf(asked: Promise<Response>): Promise<Response> {
  const reply = await asked
  await reply.body?.cancel()
  return reply
}

test('the queue UI is a page', async () => {
  const { user, password } = fixture.admin
  const Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const page = await (await fetch(`${fixture.url}/admin/queues`, { headers: { Authorization } })).text()
  expect(page).toContain('Gleaner queues')
  expect(page).toContain('static/css/main')
})

test('the front page is for people, programs get the list of endpoints', async () => {
  const at = async (accept: string) => await fetch(`${fixture.url}/`, { headers: { Accept: accept } })
  const page = await at('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  expect(page.headers.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'")
  const [script] = /\/app\/assets\/[^"]+\.js/.exec(await page.text())!
  const file = await headOf(fetch(fixture.url + script))
  expect([file.status, file.headers.get('Cache-Control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  expect((await headOf(at('text/html'))).headers.get('Cache-Control')).toBe('no-cache')
  for (const accept of ['*/*', 'application/json']) {
    const reply = await at(accept)
    expect([reply.headers.get('Vary'), (await reply.json()).service]).toEqual(['Accept', 'Gleaner'])
  }
})

test.each([
  ['/no-such-page', 404, 'There is nothing at /no-such-page'],
  ['/api/v1/usage', 401, 'Send your API key in the X-API-Key header'],
  ['/api/v1/jobs?limit=many', 401, 'API key'],
])('who types %s into a browser is told by a page, a program by JSON', async (path, status, said) => {
  const at = async (headers: Record<string, string>) => {
    const reply = await fetch(fixture.url + path, { headers })
    return [reply.status, reply.headers.get('Content-Type')?.split(';')[0], await reply.text()] as const
  }
  const html = { Accept: 'text/html,*/*;q=0.8' }
  expect(await at({ ...html, 'Sec-Fetch-Dest': 'document' })).toEqual([
    status,
    'text/html',
    expect.stringContaining(said),
  ])
  for (const headers of [html, { 'Sec-Fetch-Dest': 'empty' }])
    expect((await at(headers))[1]).toBe('application/json')
})

test('each place of the dashboard is its page, and a file of another build is not there', async () => {
  const at = (path: string) => fetch(`${fixture.url}/app${path}`, { headers: { Accept: 'text/html' } })
  for (const path of ['', '/', '/jobs', '/jobs/of/any/depth'])
    expect(await (await at(path)).text()).toContain('<div id="app">')
  expect((await headOf(at('/assets/gone-12345678.js'))).status).toBe(404)
  expect((await headOf(fetch(`${fixture.url}/app/%2e%2e/package.json`))).status).toBe(404)
})

test('every document for callers is there as Markdown, listed for programs', async () => {
  const list = await (await fetch(`${fixture.url}/llms.txt`)).text()
  const addresses = [...list.matchAll(/\]\((http[^)]+)\)/g)].map(([, address]) => address!)
  expect(addresses.length).toBeGreaterThan(15)
  for (const address of addresses) {
    const reply = await fetch(address)
    await reply.text()
    expect([address, reply.status, reply.headers.get('Content-Type')]).toEqual([
      address,
      200,
      'text/markdown; charset=utf-8',
    ])
  }
  for (const path of [
    '/docs/../package.json',
    '/docs/guides/..%2F..%2F..%2Fpackage.json',
    '/docs/decisions/README.md',
  ])
    expect((await fixture.request(path)).status).toBe(404)
})

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'Disallow: /api/v1/'],
  ['/favicon.ico', 'image/svg+xml', '<svg'],
  ['/favicon.svg', 'image/svg+xml', '<svg'],
])('%s is what its name says', async (path, type, content) => {
  const reply = await fetch(fixture.url + path)
  expect([reply.status, reply.headers.get('Content-Type')?.toLowerCase()]).toEqual([
    200,
    expect.stringContaining(type.split(';')[0]!),
  ])
  expect(await reply.text()).toContain(content)
})
