import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

// What browsers make of our headers is known by a browser only.

let allowed: Server
let foreign: Server
let fixture: GatewayFixture
let account: TestAccount
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[allowed, foreign] = await Promise.all([startBlankPage(), startBlankPage()])
  ;[fixture, browser] = await Promise.all([
    createGatewayFixture({ CORS_ORIGINS: `https://app.example.com,${originOf(allowed)}` }),
    launchChromium(),
  ])
  account = await fixture.account()
})
afterAll(async () => {
  await Promise.all([browser.close(), fixture.close()])
  for (const server of [allowed, foreign]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(async () => {
  page = await browser.newPage()
})
afterEach(() => page.close())

describe('a page of another origin', () => {
  test('that is allowed uses the API with key and JSON, and reads what the headers say', async () => {
    const reply = await askFrom(allowed, '/api/v1/scrape', {
      method: 'POST',
      headers: {
        'X-API-Key': account.key,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify({ url: `${fixture.site.url}/article` }),
    })
    expect(reply).toMatchObject({ status: 200, headers: { 'x-service-credits': '1', 'x-service-tier': '1' } })
    expect(reply.headers['x-request-id']).toMatch(/^req_/)
  })

  test.each([
    ['/api/v1/usage', 401],
    ['/api/v1/nothing', 404],
    ['/openapi.json', 200],
  ])('that is allowed reads the reply of %s, %d', async (path, status) => {
    const headers = { 'X-API-Key': 'sk_live_wrong' }
    expect(await askFrom(allowed, path, { headers })).toMatchObject({ status })
  })

  test.each([
    ['with a key', { headers: { 'X-API-Key': 'sk_live_any' } }],
    ['without any header', {}],
  ])('that is not allowed reads nothing, %s', async (_, init) => {
    expect(await askFrom(foreign, '/api/v1/usage', init)).toEqual({ failed: 'TypeError' })
  })
})

test('preflights are for listed origins only, never with cookies; caches learn that replies differ', async () => {
  const preflight = (origin: string) =>
    fetch(`${fixture.url}/api/v1/scrape`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
  const [own, others] = await Promise.all([preflight(originOf(allowed)), preflight('https://evil.example')])
  expect(own.headers.get('access-control-allow-origin')).toBe(originOf(allowed))
  expect(own.headers.get('access-control-allow-headers')).toContain('X-API-Key,X-Organization-Id')
  expect(own.headers.get('access-control-allow-credentials')).toBeNull()
  expect(others.headers.get('access-control-allow-origin')).toBeNull()
  for (const { headers } of [own, others]) expect(headers.get('vary')).toContain('Origin')
})

describe('the reference page', () => {
  test('loads from its own origin alone, and runs no script that stands in it', async () => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${fixture.url}/`) && !url.startsWith('data:')) faults.push(url)
    })
    for (const path of ['/', '/docs', '/docs/endpoints/postScrape']) {
      const reply = await page.goto(`${fixture.url}${path}`, { waitUntil: 'networkidle0' })
      const policy = reply!.headers()['content-security-policy']
      expect([path, policy]).toEqual([path, expect.stringMatching(/script-src '(self|sha256-)/)])
      expect([path, policy]).toEqual([path, expect.not.stringMatching(/script-src[^;]*'unsafe/)])
    }
    expect(faults).toEqual([])
  })

  test('/openapi.json is the same below the API root, and is not sent again unchanged', async () => {
    const [root, below] = await Promise.all(
      ['', '/api/v1'].map((path) => fetch(`${fixture.url}${path}/openapi.json`)),
    )
    const document = await root!.json()
    expect(await below!.json()).toEqual(document)
    expect(document.servers).toEqual([{ url: `${fixture.url}/api/v1` }])
    const again = await fetch(`${fixture.url}/openapi.json`, {
      headers: { 'If-None-Match': root!.headers.get('etag')!, 'Cache-Control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })
})

interface Answer {
  status: number
  headers: Record<string, string>
}

async function askFrom(origin: Server, path: string, init: RequestInit) {
  await page.goto(originOf(origin))
  return (await page.evaluate(
    (url, init) =>
      fetch(url, init).then(
        ({ status, headers }) => ({ status, headers: Object.fromEntries(headers) }),
        ({ name }) => ({ failed: name }),
      ),
    `${fixture.url}${path}`,
    init,
  )) as Answer
}

async function startBlankPage(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>blank</title><link rel="icon" href="data:,">')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
