import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'
import { CALLBACK, exchange, pkce, registerClient, type TestClient, tokenRequest } from '../testing/oauth.ts'

const PERSON = { email: 'ann@example.com', password: 'a long enough password' }

let tool: Server
let callback: string
let fixture: GatewayFixture
let client: TestClient
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
  tool = createServer(
    (_request, response) => void response.setHeader('Content-Type', 'text/html').end('back'),
  )
  await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve))
  callback = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/callback?tenant=1`
  ;[fixture, browser] = await Promise.all([
    createGatewayFixture({ NODE_ENV: 'development' }),
    launchChromium(),
  ])
  client = await registerClient(fixture, { name: '<b>Tool</b> & "Co"' })
  const headers = { 'Content-Type': 'application/json' }
  await fixture.request('/api/v1/auth/register', { method: 'POST', headers, body: JSON.stringify(PERSON) })
})
afterAll(async () => {
  await Promise.all([browser.close(), fixture.close()])
  tool.closeAllConnections()
  tool.close()
})
const address = (more: Record<string, string> = {}) => {
  const asked = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback,
    state: 'a+b c/d=',
    ...more,
  }
  return `/api/v1/oauth/authorize?${new URLSearchParams(asked)}`
}
const open = (more = {}) => page.goto(fixture.url + address(more))
// biome-ignore lint/performance/useDomNodeTextContent: what a person sees, without what is hidden
const text = () => page.$eval('main', (main) => main.innerText)

const sessions = async () => (await fixture.pool.query('SELECT id FROM user_session ORDER BY id')).rows

async function signIn(password = PERSON.password): Promise<void> {
  await page.type('#email', PERSON.email)
  await page.type('#password', password)
  await page.click('#sign-in button')
}

async function leaveBy(selector: string): Promise<URLSearchParams> {
  await page.waitForSelector(selector, { visible: true })
  await Promise.all([page.waitForNavigation(), page.click(selector)])
  const { origin, pathname, searchParams } = new URL(page.url())
  expect(`${origin}${pathname}`).toBe(callback.split('?')[0])
  return searchParams
}

describe('what is wrong with a request', () => {
  test.each([
    ['its scope', { scope: 'admin' }, 'invalid_scope'],
    ['its response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['that it has no response type', { response_type: '' }, 'invalid_request'],
    ['that it has no state', { state: '' }, 'invalid_request'],
    [
      'its PKCE method',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
  ])('%s: is told to the tool by a link, not by a redirect', async (_, more, error) => {
    const { status, body } = await fixture.request(address(more))
    expect(status).toBe(400)
    const [, href = ''] = /<a class="button" href="([^"]+)">Back to /.exec(body) ?? []
    const back = new URL(href.replaceAll('&#38;', '&'))
    expect(`${back.origin}${back.pathname}`).toBe(callback.split('?')[0])
    const query = { tenant: '1', iss: fixture.url, error, error_description: expect.any(String) }
    expect(Object.fromEntries(back.searchParams)).toMatchObject(query)
  })

  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: '' }],
    ['a redirect_uri of somebody else', { redirect_uri: 'https://evil.example/' }],
    ['a redirect_uri that is a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a redirect_uri with markup', { redirect_uri: 'https://evil.example/"><script>alert(1)</script>' }],
  ])('%s: goes nowhere', async (_, more) => {
    const { status, body } = await fixture.request(address(more))
    expect(status).toBe(400)
    expect(body).not.toMatch(/<form\b/)
    // Our own: the theme, and the ways to our start.
    expect(body.match(/<script\b/g)).toHaveLength(1)
    expect(new Set(body.match(/(?<=<a [^>]*href=")[^"]*/g))).toEqual(new Set(['/']))
  })
})

test('the page cannot be framed, cached, or made to load or send anything else', async () => {
  const { headers, body } = await fixture.request(address({ redirect_uri: CALLBACK }))
  const policy = headers.get('content-security-policy')!
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-frame-options')).toMatch(/deny/i)
  expect(headers.get('set-cookie')).toBeNull()
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\/(?!tool\.example)/)
})

describe('a person in a browser', () => {
  beforeEach(async () => {
    complaints = []
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
  })
  afterEach(() => page.close())

  test('a person reads what the tool gets, signs in, allows it, and the tool gets a key', async () => {
    const { verifier, challenge } = pkce()
    const before = await sessions()
    await open({ source: 'My <i>flows</i>', code_challenge: challenge, code_challenge_method: 'S256' })
    expect(await text()).toContain('Let <b>Tool</b> & "Co" use your account?')
    expect(await text()).toContain(`sent back to ${new URL(callback).host}`)
    expect(await text()).toContain('OAuth (My <i>flows</i>)')
    await signIn()
    await page.waitForSelector('#decision', { visible: true })
    expect(await text()).toContain(`Signed in as ${PERSON.email}`)
    expect(await page.$eval('#choice', (choice) => (choice as HTMLElement).hidden)).toBe(true)
    const { code, ...rest } = Object.fromEntries(await leaveBy('#allow'))
    expect(rest).toEqual({ tenant: '1', state: 'a+b c/d=', iss: fixture.url })
    expect(complaints).toEqual([])

    const fields = tokenRequest(client, code!, { redirect_uri: callback, code_verifier: verifier })
    const { status, body } = await exchange(fixture, fields)
    expect(status).toBe(200)
    expect((await fixture.scrape(body.access_token, { url: `${fixture.site.url}/plain` })).status).toBe(200)
    // The page has ended its session.
    expect(await sessions()).toEqual(before)
  })

  test('the credits of an organization are chosen by who may make keys for it', async () => {
    const login = await fixture.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(PERSON),
    })
    const made = await fixture.request('/api/v1/organizations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${login.body.access_token}` },
      body: JSON.stringify({ name: 'Acme' }),
    })
    await open()
    await signIn()
    await page.waitForSelector('#account', { visible: true })
    await page.select('#account', made.body.id)
    const code = (await leaveBy('#allow')).get('code')!
    expect((await exchange(fixture, tokenRequest(client, code, { redirect_uri: callback }))).status).toBe(200)
    const { rows } = await fixture.pool.query('SELECT name FROM api_key WHERE account_id = $1', [
      made.body.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('who denies it, before or after signing in, is sent back without a code', async () => {
    const denied = { tenant: '1', state: 'a+b c/d=', iss: fixture.url, error: 'access_denied' }
    await open()
    expect(Object.fromEntries(await leaveBy('#sign-in a'))).toEqual(denied)
    await open()
    await signIn()
    expect(Object.fromEntries(await leaveBy('#decision a'))).toEqual(denied)
  })

  test('a tool that opens it in a popup window hears of the end there', async () => {
    await page.goto(new URL('/', callback).href)
    const popup = new Promise<Page>((resolve) => void page.once('popup', (opened) => resolve(opened!)))
    await page.evaluate((url) => void window.open(url), fixture.url + address())
    const opened = await popup
    await opened.waitForSelector('#sign-in a', { visible: true })
    await Promise.all([opened.waitForNavigation(), opened.click('#sign-in a')])
    expect(await opened.evaluate(() => window.opener !== null)).toBe(true)
    await opened.close()
  })

  test('a wrong password is told, and nothing of it is in an address or a log', async () => {
    await open()
    await signIn('not the password')
    await page.waitForSelector('#message', { visible: true })
    expect(await text()).toContain('The e-mail address or the password is wrong.')
    expect(page.url()).toBe(fixture.url + address())
    expect(JSON.stringify(fixture.logs)).not.toContain('not the password')
  })

  test('without JavaScript it says so, and Cancel works', async () => {
    await page.setJavaScriptEnabled(false)
    await open()
    expect(await text()).toContain('needs JavaScript')
    expect((await leaveBy('noscript a')).get('error')).toBe('access_denied')
  })

  test.each([320, 1_200])('it fits a window of %d pixels', async (width) => {
    await page.setViewport({ width, height: 700 })
    await open({ source: 'x'.repeat(60) })
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest).toBeLessThanOrEqual(width)
  })
})
