import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as oauth4webapi from 'oauth4webapi'
import * as openidClient from 'openid-client'
import { AuthorizationCode } from 'simple-oauth2'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { CALLBACK, registerClient, type TestClient } from '../testing/oauth.ts'

// What tools are written with, as they are: whatever these do not accept, no tool will.

let fixture: GatewayFixture
let client: TestClient
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  ;[client, account] = await Promise.all([registerClient(fixture), fixture.account()])
})
afterAll(() => fixture.close())

/** What the consent page does with an authorization address once somebody allows it: the address that their browser is sent to. */
async function allow(address: string | URL): Promise<URL> {
  const page = await fixture.request(String(address).slice(fixture.url.length))
  expect(page.status).toBe(200)
  const { response_type, ...asked } = Object.fromEntries(new URL(address).searchParams)
  const { status, body } = await fixture.asUser(account, 'POST', '/oauth/authorize', asked)
  expect([response_type, status]).toEqual(['code', 200])
  const back = new URL(CALLBACK)
  for (const [name, value] of Object.entries({ ...body, iss: fixture.url }))
    back.searchParams.set(name, String(value))
  return back
}

const works = async (key: unknown) =>
  (await fixture.scrape(String(key), { url: `${fixture.site.url}/plain` })).status

/** Asked as the libraries do: by the key as the bearer token that the reply says it is. */
const usageUrl = () => new URL(`${fixture.url}/api/v1/usage`)

test.each([
  ['client_secret_basic', () => openidClient.ClientSecretBasic(client.secret)],
  ['client_secret_post', () => openidClient.ClientSecretPost(client.secret)],
])('openid-client, with %s and PKCE', async (_, authentication) => {
  const config = await openidClient.discovery(new URL(fixture.url), client.id, undefined, authentication(), {
    algorithm: 'oauth2',
    execute: [openidClient.allowInsecureRequests],
  })
  const pkceCodeVerifier = openidClient.randomPKCECodeVerifier()
  const expectedState = openidClient.randomState()
  const address = openidClient.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'scrape',
    state: expectedState,
    code_challenge: await openidClient.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await allow(address)
  const tokens = await openidClient.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState })
  expect([tokens.token_type, tokens.scope, await works(tokens.access_token)]).toEqual([
    'bearer',
    'scrape',
    200,
  ])
  const usage = await openidClient.fetchProtectedResource(config, tokens.access_token, usageUrl(), 'GET')
  expect([usage.status, await usage.json()]).toEqual([
    200,
    expect.objectContaining({ balance: expect.anything() }),
  ])
  const again = openidClient.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState })
  await expect(again).rejects.toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('oauth4webapi, as a public client with PKCE', async () => {
  const open = await registerClient(fixture, { isPublic: true })
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }
  const issuer = new URL(fixture.url)
  const discovered = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered)
  const verifier = oauth4webapi.generateRandomCodeVerifier()
  const address = new URL(server.authorization_endpoint!)
  address.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: open.id,
      redirect_uri: CALLBACK,
      state: 'some state',
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  const caller = { client_id: open.id }
  const parameters = oauth4webapi.validateAuthResponse(server, caller, await allow(address), 'some state')
  const reply = await oauth4webapi.authorizationCodeGrantRequest(
    server,
    caller,
    oauth4webapi.None(),
    parameters,
    CALLBACK,
    verifier,
    insecure,
  )
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, caller, reply)
  expect(await works(tokens.access_token)).toBe(200)
  const ask = (token: string) =>
    oauth4webapi.protectedResourceRequest(token, 'GET', usageUrl(), undefined, undefined, insecure)
  expect((await ask(tokens.access_token)).status).toBe(200)
  // The library throws what a `WWW-Authenticate` says.
  await expect(ask('sk_live_wrong')).rejects.toMatchObject({ status: 401, cause: [{ scheme: 'bearer' }] })
})

test.each([
  ['header', 'form'],
  ['body', 'form'],
  ['body', 'json'],
] as const)(
  'simple-oauth2, with the client in the %s and a body as %s',
  async (authorizationMethod, bodyFormat) => {
    const tool = new AuthorizationCode({
      client: { id: client.id, secret: client.secret },
      auth: {
        tokenHost: fixture.url,
        tokenPath: '/api/v1/oauth/token',
        authorizePath: '/api/v1/oauth/authorize',
      },
      options: { authorizationMethod, bodyFormat },
    })
    const address = tool.authorizeURL({ redirect_uri: CALLBACK, scope: 'scrape', state: 'a/b=c d' })
    const back = await allow(address)
    expect(back.searchParams.get('state')).toBe('a/b=c d')
    const { token } = await tool.getToken({ code: back.searchParams.get('code')!, redirect_uri: CALLBACK })
    expect(await works(token.access_token)).toBe(200)
    const wrong = tool.getToken({ code: 'no-code', redirect_uri: CALLBACK })
    await expect(wrong).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_grant' } },
    })
  },
)
