import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as openidClient from 'openid-client'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { authorize, codeFor, exchange, pkce } from '../testing/oauth.ts'

// Clients that the operator has not registered: by a metadata document of their own, and by RFC 7591.

let site: Server
let origin: string
let asked: string[]
let answer: { status: number; headers?: Record<string, string>; body: string }
let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url!)
    response
      .writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
      .end(answer.body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  fixture = await createGatewayFixture({
    NODE_ENV: 'development',
    OAUTH_REGISTRATION: 'true',
    TRUST_PROXY: '1',
    EGRESS_ALLOW: `127.0.0.1:${port}`,
  })
  account = await fixture.account()
})
afterAll(async () => {
  await fixture.close()
  site.closeAllConnections()
  site.close()
})
beforeEach(() => {
  asked = []
})

const CALLBACK = 'https://stranger.example/callback'
let number = 0
const newAddress = () => `${origin}/client-${number++}.json`
const documentOf = (client_id: string, more = {}) => ({
  client_id,
  client_name: 'Stranger',
  redirect_uris: [CALLBACK],
  ...more,
})
const serve = (document: object) => {
  answer = { status: 200, body: JSON.stringify(document) }
}
const asking = { code_challenge: pkce().challenge, code_challenge_method: 'S256', redirect_uri: CALLBACK }
const ask = (id: string, more = {}) => authorize(fixture, account, { id, secret: '' }, { ...asking, ...more })
const showPage = (id: string, redirect_uri = CALLBACK) =>
  fixture.request(
    `/api/v1/oauth/authorize?${new URLSearchParams({ ...asking, response_type: 'code', client_id: id, redirect_uri, state: 's' })}`,
  )

describe('a metadata document', () => {
  test('makes its address a client, which gets a key; it is read once, and the page shows the address', async () => {
    const id = newAddress()
    serve(documentOf(id, { client_name: 'Nice\u0000 <b>tool</b>' }))
    const page = await showPage(id)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('Nice &#60;b&#62;tool')])
    expect(page.body).toContain(`at <strong>${id}</strong>`)
    const { verifier, challenge } = pkce()
    const code = await codeFor(fixture, account, { id, secret: '' }, { ...asking, code_challenge: challenge })
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: id,
      code_verifier: verifier,
    }
    const { status, body } = await exchange(fixture, fields)
    expect([status, body.access_token]).toEqual([200, expect.stringMatching(/^sk_live_/)])
    expect(asked).toHaveLength(1)
  })

  test('is read again after an hour, and what it says then holds', async () => {
    const id = newAddress()
    serve(documentOf(id))
    expect((await ask(id)).status).toBe(200)
    await fixture.pool.query(
      "UPDATE oauth_client SET read_at = read_at - interval '61 minutes' WHERE id = $1",
      [id],
    )
    serve(documentOf(id, { redirect_uris: ['https://moved.example/'] }))
    expect((await ask(id)).body.details.issues[0].path).toBe('redirect_uri')
    expect((await ask(id, { redirect_uri: 'https://moved.example/' })).status).toBe(200)
    await fixture.pool.query(
      "UPDATE oauth_client SET read_at = read_at - interval '61 minutes' WHERE id = $1",
      [id],
    )
    answer = { status: 500, body: '' }
    expect((await ask(id, { redirect_uri: 'https://moved.example/' })).body.details.issues[0].path).toBe(
      'client_id',
    )
  })

  test('may not redirect where the tool that registers could not', async () => {
    for (const uri of ['http://stranger.example/', 'javascript:alert(1)', 'https://a.example/#x']) {
      const id = newAddress()
      serve(documentOf(id, { redirect_uris: [uri] }))
      expect((await showPage(id, uri)).status).toBe(400)
    }
  })

  test.each<[string, (id: string) => typeof answer]>([
    ['whose client_id is another', (id) => ({ status: 200, body: JSON.stringify(documentOf(`${id}x`)) })],
    ['with a secret', (id) => ({ status: 200, body: JSON.stringify(documentOf(id, { client_secret: 'x' })) })],
    ['that wants a secret', (id) => ({ status: 200, body: JSON.stringify(documentOf(id, { token_endpoint_auth_method: 'client_secret_post' })) })],
    ['that is no JSON', () => ({ status: 200, body: '<html>' })],
    ['that is no object', () => ({ status: 200, body: '[]' })],
    ['that is not there', () => ({ status: 404, body: '{}' })],
    ['that redirects', () => ({ status: 302, headers: { Location: '/elsewhere' }, body: '' })],
    ['that is too large', (id) => ({ status: 200, body: JSON.stringify(documentOf(id, { x: 'x'.repeat(20_000) })) })],
  ])('%s makes no client, and is not asked for again at once', async (_, answered) => {
    const id = newAddress()
    answer = answered(id)
    for (let turn = 0; turn < 3; turn++) {
      const page = await showPage(id)
      const shown = page.body.slice(page.body.indexOf('<body'))
      expect([page.status, shown]).toEqual([400, expect.not.stringMatching(/<(form|script)\b|href="(?!\/")/)])
    }
    expect(asked).toHaveLength(1)
  }) // biome-ignore format: a table

  test.each([
    'http://169.254.169.254/client.json',
    'https://127.0.0.1:1/client.json',
    'http://localhost:1/c.json',
  ])('%s: what the egress guard refuses is not read', async (id) => {
    const { status, body } = await ask(id)
    expect([status, body.details.issues[0].path]).toEqual([400, 'client_id'])
  })

  test.each([
    () => `${origin}/`,
    () => `${origin}/a/../b.json`,
    () => `${origin}/c.json#x`,
    () => `${origin.replace('//', '//u:p@')}/c.json`,
  ])('an address that is written otherwise, or has no path, is no client', async (id) => {
    expect((await ask(id())).status).not.toBe(200)
    expect(asked).toEqual([])
  })
})

describe('registration (RFC 7591)', () => {
  let from = 0
  const register = (body: object) =>
    fixture.request('/api/v1/oauth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${from++}` },
      body: JSON.stringify(body),
    })

  test('openid-client registers a tool, which then gets a key and gives it up', async () => {
    const config = await openidClient.dynamicClientRegistration(
      new URL(fixture.url),
      { client_name: 'Self-made', redirect_uris: [CALLBACK], scope: 'scrape' },
      undefined,
      { algorithm: 'oauth2', execute: [openidClient.allowInsecureRequests] },
    )
    const { client_id: id, client_secret: secret } = config.clientMetadata() as Record<string, string>
    const pkceCodeVerifier = openidClient.randomPKCECodeVerifier()
    const code_challenge = await openidClient.calculatePKCECodeChallenge(pkceCodeVerifier)
    const code = await codeFor(
      fixture,
      account,
      { id: id!, secret: secret! },
      { ...asking, code_challenge, state: 's' },
    )
    const back = new URL(`${CALLBACK}?${new URLSearchParams({ code, state: 's', iss: fixture.url })}`)
    const tokens = await openidClient.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState: 's',
    })
    expect(tokens.access_token).toMatch(/^sk_live_/)
    await openidClient.tokenRevocation(config, tokens.access_token)
    expect(await openidClient.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    const { rows } = await fixture.pool.query(
      'SELECT row_to_json(c)::text AS stored FROM oauth_client c WHERE id = $1',
      [id],
    )
    expect(rows[0].stored + JSON.stringify(fixture.logs)).not.toContain(secret)
  })

  test('a native tool has no secret, and any port of this machine', async () => {
    const { status, body } = await register({
      redirect_uris: ['http://127.0.0.1/cb'],
      token_endpoint_auth_method: 'none',
    })
    expect([status, 'client_secret' in body]).toEqual([201, false])
    expect((await ask(body.client_id, { redirect_uri: 'http://127.0.0.1:49152/cb' })).status).toBe(200)
  })

  test.each([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/?code=1'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], grant_types: ['password'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], client_name: 7 }, 'invalid_client_metadata'],
  ])('%j: %s', async (body, error) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error } })
  })
})

describe('where the operator has closed both', () => {
  let closed: GatewayFixture
  beforeAll(async () => {
    closed = await createGatewayFixture({ OAUTH_CLIENT_DOCUMENTS: 'false' })
  })
  afterAll(() => closed.close())
  afterEach(() => expect(asked).toEqual([]))

  test('neither is offered, and neither is done', async () => {
    const { body } = await closed.request('/.well-known/oauth-authorization-server')
    expect([body.registration_endpoint, body.client_id_metadata_document_supported]).toEqual([
      undefined,
      false,
    ])
    const refused = await closed.request('/api/v1/oauth/register', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect([refused.status, refused.body.error]).toEqual([403, 'access_denied'])
    const page = await closed.request(
      `/api/v1/oauth/authorize?${new URLSearchParams({ client_id: newAddress(), redirect_uri: CALLBACK })}`,
    )
    expect(page.status).toBe(503)
    // One that was read before the operator closed it.
    const id = newAddress()
    await closed.pool.query(
      "INSERT INTO oauth_client (id, name, origin, read_at, kept_until) VALUES ($1, 'Tool', 'document', now(), now() + interval '1 day')",
      [id],
    )
    const fields = new URLSearchParams({ client_id: id })
    const device = await closed.request('/api/v1/oauth/device_authorization', {
      method: 'POST',
      body: fields,
    })
    expect([device.status, device.body.error]).toEqual([401, 'invalid_client'])
  })
})
