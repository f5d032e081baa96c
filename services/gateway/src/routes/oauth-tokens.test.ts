import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as oauth4webapi from 'oauth4webapi'
import * as openidClient from 'openid-client'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import {
  authorize,
  codeFor,
  exchange,
  registerClient,
  type TestClient,
  tokenRequest,
} from '../testing/oauth.ts'

// What becomes of a tool's key: given up (RFC 7009), asked about (RFC 7662), and what it is good for (RFC 8707, RFC 9728).

let fixture: GatewayFixture
let client: TestClient
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;[client, account] = await Promise.all([registerClient(fixture), fixture.account()])
})

const newKey = async (by = client, more = {}): Promise<string> =>
  (await exchange(fixture, tokenRequest(by, await codeFor(fixture, account, by, more)))).body.access_token
const usage = async (key: string) =>
  (await fixture.request('/api/v1/usage', { headers: { 'X-API-Key': key } })).status
const post = (path: string, fields: Record<string, string>) =>
  fixture.request(`/api/v1/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
const as = ({ id, secret }: TestClient) => ({ client_id: id, ...(secret && { client_secret: secret }) })
const configured = (by = client) =>
  openidClient.discovery(new URL(fixture.url), by.id, undefined, openidClient.ClientSecretPost(by.secret), {
    algorithm: 'oauth2',
    execute: [openidClient.allowInsecureRequests],
  })

test('openid-client asks about a key, gives it up, and asks again', async () => {
  const [config, key] = [await configured(), await newKey()]
  const introspected = await openidClient.tokenIntrospection(config, key)
  expect(introspected).toEqual({
    active: true,
    scope: 'scrape',
    client_id: client.id,
    token_type: 'bearer',
    iss: fixture.url,
    aud: `${fixture.url}/api/v1`,
    sub: account.userId,
    iat: expect.any(Number),
  })
  await openidClient.tokenRevocation(config, key)
  await openidClient.tokenRevocation(config, key)
  expect(await openidClient.tokenIntrospection(config, key)).toEqual({ active: false })
  await eventually(async () => expect(await usage(key)).toBe(401))
  expect(JSON.stringify(fixture.logs)).not.toContain(key)
})

describe('a key is told of and ended by its own client alone', () => {
  test('another client learns nothing, and ends nothing', async () => {
    const [key, other] = [await newKey(), await registerClient(fixture)]
    expect((await post('introspect', { ...as(other), token: key })).body).toEqual({ active: false })
    expect(await post('revoke', { ...as(other), token: key })).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    })
    expect(await usage(key)).toBe(200)
  })

  test('a key that no tool got is none of theirs', async () => {
    expect((await post('introspect', { ...as(client), token: account.key })).body).toEqual({ active: false })
    expect((await post('revoke', { ...as(client), token: account.key })).status).toBe(200)
    expect(await usage(account.key)).toBe(200)
  })

  test.each([
    [
      'a wrong secret',
      (of: TestClient): Record<string, string> => ({ client_id: of.id, client_secret: 'x' }),
    ],
    ['no client', (): Record<string, string> => ({})],
  ])('%s is refused by both', async (_, credentials) => {
    for (const path of ['introspect', 'revoke'])
      expect(await post(path, { ...credentials(client), token: 'x' })).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      })
  })

  test('a public client ends its key, and is told nothing: anybody may call themself that', async () => {
    const open = await registerClient(fixture, { isPublic: true })
    expect((await post('introspect', { client_id: open.id, token: 'x' })).status).toBe(401)
    expect((await post('revoke', { client_id: open.id, token: 'x' })).status).toBe(200)
  })

  test('a key whose consent has ended is not active', async () => {
    const key = await newKey()
    await fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [account.id])
    expect((await post('introspect', { ...as(client), token: key })).body).toEqual({ active: false })
  })

  test('what lacks a token is an invalid request', async () => {
    for (const path of ['introspect', 'revoke'])
      expect((await post(path, as(client))).body.error).toBe('invalid_request')
  })
})

describe('resource indicators', () => {
  const own = () => [fixture.url, `${fixture.url}/`, `${fixture.url}/api/v1`, `${fixture.url}/api/v1/`]

  test('name this service, at consent and at the exchange', async () => {
    for (const resource of own()) {
      const code = await codeFor(fixture, account, client, { resource })
      expect((await exchange(fixture, tokenRequest(client, code, { resource }))).status).toBe(200)
    }
    const both = [`${fixture.url}/api/v1`, fixture.url]
    const code = await codeFor(fixture, account, client, { resource: both })
    const fields = new URLSearchParams(tokenRequest(client, code) as Record<string, string>)
    for (const resource of both) fields.append('resource', resource)
    expect((await fixture.request('/api/v1/oauth/token', { method: 'POST', body: fields })).status).toBe(200)
  })

  test('that name another one are invalid_target', async () => {
    const other = 'https://other.example/api'
    expect((await authorize(fixture, account, client, { resource: other })).body.details.issues[0].path).toBe(
      'resource',
    )
    const page = await fixture.request(
      `/api/v1/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: client.id, redirect_uri: 'https://tool.example/callback', state: 's', resource: other })}`,
    )
    expect([page.status, page.body]).toEqual([400, expect.stringContaining('error=invalid_target')])
    const code = await codeFor(fixture, account, client)
    expect((await exchange(fixture, tokenRequest(client, code, { resource: other }))).body.error).toBe(
      'invalid_target',
    )
  })

  test('at the exchange are among those that were allowed', async () => {
    const code = await codeFor(fixture, account, client, { resource: fixture.url })
    const wider = tokenRequest(client, code, { resource: `${fixture.url}/api/v1` })
    expect((await exchange(fixture, wider)).body.error).toBe('invalid_target')
  })
})

describe('metadata', () => {
  test.each(['', '/api/v1'])(
    'of the resource "%s" is what oauth4webapi looks for, and leads to the server',
    async (path) => {
      const resource = new URL(fixture.url + path)
      const found = await oauth4webapi.resourceDiscoveryRequest(resource, {
        [oauth4webapi.allowInsecureRequests]: true,
      })
      const {
        authorization_servers,
        scopes_supported,
        bearer_methods_supported,
        resource: named,
      } = await found.json()
      expect([authorization_servers, scopes_supported, bearer_methods_supported]).toEqual([
        [fixture.url],
        ['scrape'],
        ['header'],
      ])
      expect(named.replace(/\/$/, '')).toBe(fixture.url + path)
    },
  )

  test('of the server names endpoints that are there', async () => {
    const { body } = await fixture.request('/.well-known/oauth-authorization-server')
    const endpoints = Object.entries<string>(body).filter(([name]) => name.endsWith('_endpoint'))
    expect(endpoints.map(([name]) => name)).toEqual([
      'authorization_endpoint',
      'token_endpoint',
      'device_authorization_endpoint',
      'revocation_endpoint',
      'introspection_endpoint',
    ])
    for (const [, address] of endpoints) {
      const { status } = await fixture.request(address.slice(fixture.url.length))
      expect([address, status]).toEqual([address, address.endsWith('/authorize') ? 400 : 405])
    }
    expect(body).toMatchObject({
      client_id_metadata_document_supported: true,
      grant_types_supported: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    })
  })
})
