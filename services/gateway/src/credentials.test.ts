import { AUTH_SCHEMES, type Endpoint, uuidv7 } from '@gleaner/contracts'
import { generateApiKey } from '@gleaner/security/api-key'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type Reply, type TestAccount } from './testing/fixture.ts'
import { CALLBACK, codeFor, exchange, registerClient, tokenRequest } from './testing/oauth.ts'
import { named } from './testing/tenancy.ts'

let fixture: GatewayFixture
let account: TestAccount
let other: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
  ;[account, other] = await Promise.all([fixture.account(), fixture.account()])
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

type Headers = Record<string, string>
const basic = (user: string, password = '') => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const bearer = (text: string) => ({ Authorization: `Bearer ${text}` })
const inHeader = (text: string) => ({ 'X-API-Key': text })
/** The ways in which a credential is sent. */
const WAYS = { 'X-API-Key': inHeader, Bearer: bearer, 'Basic user name': (text: string) => basic(text) }

const ask = ({ method, path, body }: Pick<Endpoint, 'method' | 'path' | 'body'>, headers: Headers) =>
  fixture.request(`/api/v1${path.replaceAll(/\{\+?\w+\}/g, uuidv7())}`, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    ...(body && { body: '{}' }),
  })
const outcome = ({ status, body }: Reply) => [status, body?.error]
const ME = { method: 'GET', path: '/auth/me' } as const
const whoIs = async (headers: Headers) => (await ask(ME, headers)).body.account_id

/** What operators alone may do is not there for others: `routes/operator.test.ts`. */
const withAuth = named.filter(([, { auth, operator }]) => auth !== 'none' && !operator)
const takingKeys = withAuth.filter(([, { auth }]) =>
  (AUTH_SCHEMES[auth] as readonly string[]).includes('apiKey'),
)
const peopleOnly = withAuth.filter((each) => !takingKeys.includes(each))

describe('a key is accepted in every way, wherever one is', () => {
  test.each(takingKeys)('%s', async (_name, endpoint) => {
    // What cannot be read is refused after its sender is known.
    const first = outcome(await ask(endpoint, inHeader(account.key)))
    expect([401, 403]).not.toContain(first[0])
    for (const way of Object.values(WAYS)) {
      await fixture.forgetLimits()
      const again = outcome(await ask(endpoint, way(account.key)))
      expect([401, 403]).not.toContain(again[0])
      // A POST without a name may make something, and the next one meets it.
      if (endpoint.method === 'GET') expect(again).toEqual(first)
    }
  })

  test('and a person who has signed in wherever a key is', async () => {
    for (const [name, endpoint] of takingKeys)
      for (const way of Object.values(WAYS)) {
        await fixture.forgetLimits()
        const [status] = outcome(await ask(endpoint, way(account.accessToken)))
        expect([name, status === 401 || status === 403]).toEqual([name, false])
      }
  })

  test('and a key of POST /oauth/token wherever the consent covers it', async () => {
    const client = await registerClient(fixture)
    const code = await codeFor(fixture, account, client)
    const key = (await exchange(fixture, tokenRequest(client, code))).body.access_token
    for (const [name, endpoint] of takingKeys)
      for (const way of Object.values(WAYS)) {
        await fixture.forgetLimits()
        const [status] = outcome(await ask(endpoint, way(key)))
        expect([name, status === 403, status === 401]).toEqual([name, endpoint.consent === undefined, false])
      }
  })

  test.each(Object.entries(WAYS))('as the same caller: %s', async (_name, way) => {
    for (const { id, key, accessToken } of [account, other])
      for (const credential of [key, accessToken]) expect(await whoIs(way(credential))).toBe(id)
  })

  test('by a person, too: a page is scraped and charged to their account', async () => {
    const before = await fixture.balance(account)
    const scrape = await fixture.asUser(account, 'POST', '/scrape', { url: `${fixture.site.url}/plain` })
    expect(scrape.status).toBe(200)
    const job = await fixture.asUser(account, 'GET', `/jobs/${scrape.body.job_id}`)
    expect([job.status, (await fixture.get(other, `/jobs/${scrape.body.job_id}`)).status]).toEqual([200, 404])
    expect(await fixture.balance(account)).not.toEqual(before)
  })

  test('by a person with the sessions that an organization shares with them', async () => {
    const asOther = (method: string, path: string, body: unknown) => fixture.asUser(other, method, path, body)
    const organization = (await asOther('POST', '/organizations', { name: 'Ours' })).body.id
    await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')", [
      organization,
      account.userId,
    ])
    const session = { name: 'Login', domain: '127.0.0.1', cookies: { sid: 'shared' } }
    const { id } = (await asOther('POST', '/sessions', session)).body
    await asOther('POST', `/sessions/${id}/share`, { organization_id: organization })
    const scrape = { url: `${fixture.site.url}/echo`, session_id: id }
    const ask = () => fixture.asUser(account, 'POST', '/scrape', scrape)
    // It is theirs to use: by https alone, as any session that is not their own.
    const shared = await ask()
    expect([shared.status, shared.body.details.issues[0].path]).toEqual([400, 'url'])
    await asOther('POST', `/sessions/${id}/unshare`, {})
    expect((await ask()).body.error).toBe('SESSION_NOT_FOUND')
  })
})

/** With what leads a client to who gives keys (RFC 9728 section 5.1). */
const CHALLENGE = () =>
  `Bearer realm="Gleaner", resource_metadata="${fixture.url}/.well-known/oauth-protected-resource/api/v1"`

describe('who is nobody is told how to say who they are, with every 401', () => {
  const NOBODIES: Headers[] = [
    {},
    ...Object.values(WAYS).flatMap((way) => [way(generateApiKey('live').key), way('sk_live_mistyped'), way('a.b.c')]),
  ] // biome-ignore format: a list
  test.each(withAuth)('%s', async (_name, endpoint) => {
    for (const headers of NOBODIES) {
      await fixture.forgetLimits()
      const reply = await ask(endpoint, headers)
      expect(outcome(reply)).toEqual([401, 'UNAUTHENTICATED'])
      expect(reply.headers.get('www-authenticate')).toBe(CHALLENGE())
    }
  })

  test.each(named.filter(([, { auth }]) => auth === 'none'))('%s, where it answers so', async (_name, endpoint) => {
    const bodies = [
      {},
      { email: account.email, password: 'wrong password' },
      { refresh_token: 'rt_unknown' },
      { grant_type: 'authorization_code', client_id: 'nobody', code: 'x', redirect_uri: CALLBACK },
    ]
    await registerClient(fixture)
    for (const body of endpoint.body ? bodies : [undefined]) {
      await fixture.forgetLimits()
      const { status, headers } = await fixture.request(`/api/v1${endpoint.path.replaceAll(/\{\+?\w+\}/g, uuidv7())}`, {
        method: endpoint.method,
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const scheme = endpoint.errorFormat === 'oauth' ? /^Basic realm=/ : /^Bearer realm=/
      expect(headers.get('www-authenticate')).toEqual(status === 401 ? expect.stringMatching(scheme) : null)
    }
  }) // biome-ignore format: a list
})

describe('what people alone may do takes no key', () => {
  test.each(peopleOnly)('%s', async (_name, endpoint) => {
    // Of their own: one of these signs them out.
    for (const way of Object.values(WAYS)) {
      const person = await fixture.account()
      const reply = await ask(endpoint, way(person.key))
      expect(outcome(reply)).toEqual([401, 'UNAUTHENTICATED'])
      expect(reply.body.message).toContain('API key cannot do this')
      expect(outcome(await ask(endpoint, way(person.accessToken)))[0]).not.toBe(401)
    }
  })
})

describe('what is refused says why', () => {
  test.each<[string, () => Headers, number, RegExp]>([
    ['two keys', () => ({ ...inHeader(account.key), ...bearer(other.key) }), 400, /two different credentials/],
    ['a key and a person', () => ({ ...inHeader(account.key), ...bearer(account.accessToken) }), 400, /two different/],
    ['a key and another as Basic', () => ({ ...inHeader(account.key), ...basic(other.key) }), 400, /two different/],
    ['a key and no credential at all', () => ({ ...inHeader(account.key), ...bearer('x y') }), 400, /two different/],
    ['nothing', () => ({}), 401, /X-API-Key.*Bearer/],
    ['an empty key', () => inHeader(''), 401, /X-API-Key.*Bearer/],
    ['a key with a password', () => basic(account.key, 'secret'), 401, /password.*empty/],
    ['a name that is no key', () => basic('someone', 'secret'), 401, /user name/],
    ['Basic that cannot be read', () => ({ Authorization: 'Basic %%%' }), 401, /user name/],
    ['a key without its scheme', () => ({ Authorization: account.key }), 401, /Bearer/],
    ['another scheme', () => ({ Authorization: 'Digest username="x"' }), 401, /Bearer/],
    ['a mistyped key', () => bearer('sk_live_mistyped'), 401, /begins with sk_live_/],
    ['a token that has gone bad', () => bearer(`${account.accessToken}x`), 401, /access token/],
  ])('%s', async (_name, headers, status, message) => {
    for (const endpoint of [ME, { method: 'GET', path: '/usage' } as const]) {
      const reply = await ask(endpoint, headers())
      expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)])
      if (status === 401) expect(reply.headers.get('www-authenticate')).toBe(CHALLENGE())
    }
  }) // biome-ignore format: a table

  test('but the same credential twice is one, and a login for what stands in front is none', async () => {
    const { key, id } = account
    for (const also of [bearer(key), basic(key), basic('someone', 'of the proxy'), { Authorization: 'Digest x' }])
      expect(await whoIs({ ...inHeader(key), ...also })).toBe(id)
    expect(await whoIs({ Authorization: `bearer  ${key}` })).toBe(id)
  }) // biome-ignore format: a table
})
