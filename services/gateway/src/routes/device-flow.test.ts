import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as openidClient from 'openid-client'
import type { Browser, Page } from 'puppeteer-core'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { exchange, pkce, registerClient, type TestClient } from '../testing/oauth.ts'

let fixture: GatewayFixture
let browser: Browser
let client: TestClient
let account: TestAccount
beforeAll(async () => {
  ;[fixture, browser] = await Promise.all([createGatewayFixture({ TRUST_PROXY: '1' }), launchChromium()])
})
afterAll(() => Promise.all([browser.close(), fixture.close()]))
beforeEach(async () => {
  ;[client, account] = await Promise.all([
    registerClient(fixture, { name: 'Terminal', isPublic: true }),
    fixture.account(),
  ])
})

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const post = (path: string, fields: Record<string, string>) =>
  fixture.request(`/api/v1/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
const start = async (by = client, more = {}) =>
  (
    await post('device_authorization', {
      client_id: by.id,
      ...(by.secret && { client_secret: by.secret }),
      ...more,
    })
  ).body
const poll = (device_code: string, more = {}) =>
  post('token', { grant_type: DEVICE_GRANT, device_code, client_id: client.id, ...more })
const errorOf = async (device_code: string, more = {}) => (await poll(device_code, more)).body.error
let network = 0
const asPerson = (what: 'ask' | 'decide', body: object, who = account, headers = {}) =>
  fixture.asUser(who, 'POST', `/oauth/device/${what}`, body, {
    'X-Forwarded-For': `198.51.100.${network}`,
    ...headers,
  })
/** As if the device had waited. */
const letTimePass = () =>
  fixture.pool.query("UPDATE oauth_device SET polled_at = polled_at - interval '1 minute'")

test('a person in a browser allows what openid-client asks for, and its polls bring a key', async () => {
  const config = await openidClient.discovery(
    new URL(fixture.url),
    client.id,
    undefined,
    openidClient.None(),
    {
      algorithm: 'oauth2',
      execute: [openidClient.allowInsecureRequests],
    },
  )
  const device = await openidClient.initiateDeviceAuthorization(config, {
    scope: 'scrape',
    source: 'my <terminal>',
  })
  expect(device).toMatchObject({ verification_uri: `${fixture.url}/device`, expires_in: 600, interval: 5 })
  expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  const page: Page = await browser.newPage()
  await page.goto(device.verification_uri_complete!)
  await page.type('#email', account.email)
  await page.type('#password', account.password)
  await page.click('#sign-in button')
  await page.waitForSelector('#find', { visible: true })
  await page.click('#find')
  await page.waitForSelector('#allow', { visible: true })
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, without what is hidden
  const text = await page.$eval('main', (main) => main.innerText)
  expect(text).toContain('Let Terminal use your account?')
  expect(text).toContain('OAuth (my <terminal>)')
  expect(text).toContain(device.user_code)
  await page.click('#allow')
  await page.waitForFunction(() => document.getElementById('outcome')?.textContent?.startsWith('Done'))
  await page.close()
  // The library waits `interval` before its first poll.
  const tokens = await openidClient.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })
  expect([tokens.token_type, tokens.scope]).toEqual(['bearer', 'scrape'])
  const usage = await fixture.request('/api/v1/usage', { headers: { 'X-API-Key': tokens.access_token } })
  expect(usage.status).toBe(200)
  const stored = await fixture.pool.query('SELECT row_to_json(d)::text FROM oauth_device d')
  const seen = JSON.stringify(fixture.logs) + JSON.stringify(stored.rows)
  for (const secret of [device.device_code, device.user_code, tokens.access_token])
    expect(seen).not.toContain(secret)
})

describe('a poll', () => {
  test('waits for the person, is slowed down when it comes too early, and stays so', async () => {
    const { device_code } = await start()
    expect(await errorOf(device_code)).toBe('authorization_pending')
    expect(await errorOf(device_code)).toBe('slow_down')
    const { rows } = await fixture.pool.query(
      'SELECT interval_seconds FROM oauth_device WHERE client_id = $1',
      [client.id],
    )
    expect(rows).toEqual([{ interval_seconds: 10 }])
    await letTimePass()
    expect(await errorOf(device_code)).toBe('authorization_pending')
  })

  test('gives the key once', async () => {
    const { device_code, user_code } = await start()
    expect((await asPerson('decide', { user_code, allow: true })).body).toEqual({ status: 'allowed' })
    const replies = await Promise.all(Array.from({ length: 10 }, () => poll(device_code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(9)
  })

  test('of a device that was denied is access_denied', async () => {
    const { device_code, user_code } = await start()
    expect((await asPerson('decide', { user_code, allow: false })).body).toEqual({ status: 'denied' })
    expect(await errorOf(device_code)).toBe('access_denied')
  })

  test('after ten minutes is expired_token, and the code is nobody’s', async () => {
    const { device_code, user_code } = await start()
    await fixture.pool.query('UPDATE oauth_device SET expires_at = now() WHERE client_id = $1', [client.id])
    expect(await errorOf(device_code)).toBe('expired_token')
    expect((await asPerson('ask', { user_code })).status).toBe(404)
  })

  test('of another client, or with another code, gets nothing and spoils nothing', async () => {
    const [other, { device_code, user_code }] = [
      await registerClient(fixture, { isPublic: true }),
      await start(),
    ]
    await asPerson('decide', { user_code, allow: true })
    expect(await errorOf(device_code, { client_id: other.id })).toBe('invalid_grant')
    expect(await errorOf('no such code')).toBe('invalid_grant')
    expect(await errorOf('')).toBe('invalid_request')
    expect((await poll(device_code)).status).toBe(200)
  })

  test('gives nothing once what the consent rests on has ended', async () => {
    const { device_code, user_code } = await start()
    await asPerson('decide', { user_code, allow: true })
    await fixture.pool.query('UPDATE app_user SET password_version = password_version + 1 WHERE id = $1', [
      account.userId,
    ])
    expect(await errorOf(device_code)).toBe('access_denied')
  })
})

describe('a code', () => {
  test('is taken however a person writes it, and once', async () => {
    const { user_code } = await start(client, { source: 'tv' })
    const written = ` ${user_code.toLowerCase().replace('-', ' ')}`
    expect((await asPerson('ask', { user_code: written })).body).toEqual({
      client_name: 'Terminal',
      key_name: 'OAuth (tv)',
    })
    expect((await asPerson('decide', { user_code: written, allow: true })).status).toBe(200)
    expect((await asPerson('decide', { user_code, allow: false })).status).toBe(404)
  })

  test('cannot be guessed at speed: by one person from many networks, nor by many from one', async () => {
    const { user_code } = await start()
    const guess = (who: TestAccount) => asPerson('ask', { user_code: 'BBBB-BBBB' }, who)
    for (let turn = 0; turn < 10; turn++) {
      network++
      expect((await guess(account)).status).toBe(404)
    }
    network++
    expect((await asPerson('ask', { user_code })).status).toBe(429)
    const people = await Promise.all(Array.from({ length: 11 }, () => fixture.account()))
    const statuses = []
    for (const who of people) statuses.push((await guess(who)).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
    network++
    expect((await asPerson('ask', { user_code }, people[10])).status).toBe(200)
  })

  test('is allowed for an organization by who may make keys for it', async () => {
    const made = await fixture.asUser(account, 'POST', '/organizations', { name: 'Acme' })
    const { device_code, user_code } = await start()
    const forAcme = { 'X-Organization-Id': made.body.id }
    expect((await asPerson('decide', { user_code, allow: true }, account, forAcme)).status).toBe(200)
    expect((await poll(device_code)).status).toBe(200)
    const { rowCount } = await fixture.pool.query('SELECT FROM api_key WHERE account_id = $1', [made.body.id])
    expect(rowCount).toBe(1)
  })
})

describe('the command line of the house, which nobody has registered', () => {
  const cli: TestClient = { id: 'gleaner-cli', secret: '' }

  test('gets a key by the device flow, and gives it up', async () => {
    const { device_code, user_code } = await start(cli)
    expect((await asPerson('ask', { user_code })).body).toEqual({
      client_name: 'Gleaner CLI',
      key_name: 'Gleaner CLI Integration',
    })
    await asPerson('decide', { user_code, allow: true })
    const { status, body } = await poll(device_code, { client_id: cli.id })
    const usage = () => fixture.request('/api/v1/usage', { headers: { 'X-API-Key': body.access_token } })
    expect([status, (await usage()).status]).toEqual([200, 200])
    expect((await post('revoke', { client_id: cli.id, token: body.access_token })).status).toBe(200)
    await eventually(async () => expect((await usage()).status).toBe(401))
  })

  test('gets a key at whatever port of this machine it listens, by PKCE alone', async () => {
    const { verifier, challenge } = pkce()
    const asked = { redirect_uri: 'http://127.0.0.1:49152/callback', state: 's', client_id: cli.id }
    const withPkce = { ...asked, code_challenge: challenge, code_challenge_method: 'S256' }
    expect((await fixture.asUser(account, 'POST', '/oauth/authorize', asked)).status).toBe(400)
    const query = new URLSearchParams({ ...withPkce, response_type: 'code' })
    const page = await fixture.request(`/api/v1/oauth/authorize?${query}`)
    expect([page.status, page.body]).toEqual([200, expect.not.stringContaining('operator')])
    const { code } = (await fixture.asUser(account, 'POST', '/oauth/authorize', withPkce)).body
    const fields = { grant_type: 'authorization_code', client_id: cli.id, code, code_verifier: verifier }
    expect((await exchange(fixture, { ...fields, redirect_uri: asked.redirect_uri })).status).toBe(200)
  })
})

test('what is wrong with a request is told as OAuth has it', async () => {
  const confidential = await registerClient(fixture)
  const begin = async (fields: Record<string, string>) =>
    (await post('device_authorization', fields)).body.error
  expect(await begin({ client_id: client.id, scope: 'admin' })).toBe('invalid_scope')
  expect(await begin({ client_id: client.id, resource: 'https://other.example/' })).toBe('invalid_target')
  expect(await begin({ client_id: 'nobody' })).toBe('invalid_client')
  expect(await begin({ client_id: confidential.id })).toBe('invalid_client')
  expect(await begin({})).toBe('invalid_client')
})
