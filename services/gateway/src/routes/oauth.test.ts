import { ACCOUNT_PURGES } from '@gleaner/accounts'
import { CODE_PURGES, deleteClient } from '@gleaner/oauth'
import { eventually } from '@gleaner/testkit'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import {
  authorize,
  CALLBACK,
  codeFor,
  exchange,
  pkce,
  registerClient,
  type TestClient,
  tokenRequest,
} from '../testing/oauth.ts'

/** 600 dollars: such an account is not throttled by what the tests ask. */
const RICH = 600_000_000

let fixture: GatewayFixture
let client: TestClient
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({}, { overProxy: true })
})
beforeEach(async () => {
  client = await registerClient(fixture)
})
afterAll(() => fixture.close())

const newAccount = async () => {
  account = await fixture.account(RICH)
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }
const newCode = (more = {}) => codeFor(fixture, account, client, more)
const works = async (key: string) =>
  (await fixture.request('/api/v1/usage', { headers: { 'X-API-Key': key } })).status === 200
const keyNames = async () =>
  (await fixture.asUser(account, 'GET', '/api-keys')).body.items.map(({ name }: { name: string }) => name)
const keyFor = async (more = {}, by = client) =>
  (await exchange(fixture, tokenRequest(by, await codeFor(fixture, account, by, more)))).body.access_token

describe('a code becomes a key', () => {
  beforeAll(newAccount)

  test('with all fields as JSON; the reply is in no cache, and key and code in no log', async () => {
    const { status, body } = await authorize(fixture, account, client, { state: ' a+b %20 ü ' })
    expect([status, body]).toEqual([200, { code: expect.any(String), state: ' a+b %20 ü ' }])
    const reply = await exchange(fixture, tokenRequest(client, body.code))
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^sk_live_/),
      token_type: 'bearer',
      scope: 'scrape',
    })
    expect([reply.headers.get('cache-control'), reply.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    const key = reply.body.access_token
    expect((await fixture.scrape(key, { url: `${fixture.site.url}/plain` })).status).toBe(200)
    expect(JSON.stringify(fixture.logs)).not.toMatch(new RegExp(`${key}|${body.code}|${client.secret}`))
    const { rows } = await fixture.pool.query("SELECT row_to_json(c)::text || row_to_json(k)::text AS stored FROM oauth_code c JOIN oauth_client k ON k.id = client_id")
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key}|${body.code}|${client.secret}`))
  }) // biome-ignore format: a query

  test('with all fields as a form', async () => {
    const { status, body } = await exchange(fixture, tokenRequest(client, await newCode()), FORM)
    expect([status, await works(body.access_token)]).toEqual([200, true])
  })

  test('with the client by HTTP Basic, also where the body repeats it', async () => {
    const Authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    for (const repeated of [{}, { client_id: client.id, client_secret: client.secret }]) {
      const fields = {
        grant_type: 'authorization_code',
        redirect_uri: CALLBACK,
        code: await newCode(),
        ...repeated,
      }
      expect((await exchange(fixture, fields, { ...FORM, Authorization })).status).toBe(200)
    }
    const percent = [...client.secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const encoded = `basic ${Buffer.from(`${client.id}:${percent}`).toString('base64')}`
    const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code: await newCode() }
    expect((await exchange(fixture, fields, { ...FORM, Authorization: encoded })).status).toBe(200)
  })

  test('with PKCE, and for a public client without a secret', async () => {
    const { verifier, challenge } = pkce()
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' }
    const fields = tokenRequest(client, await newCode(asked), { code_verifier: verifier })
    expect((await exchange(fixture, fields)).status).toBe(200)

    const open = await registerClient(fixture, { isPublic: true })
    expect((await authorize(fixture, account, open)).body.message).toMatch(/code_challenge/)
    const code = await codeFor(fixture, account, open, asked)
    const { status, body } = await exchange(fixture, tokenRequest(open, code, { code_verifier: verifier }))
    expect([status, await works(body.access_token)]).toEqual([200, true])
  })
})

describe('the key', () => {
  beforeEach(newAccount)

  test('is named after its source or its tool, and a taken name gets a number', async () => {
    const own = await registerClient(fixture, { name: 'n8n', isFirstParty: true })
    await keyFor({ source: 'My tool' })
    await keyFor({ source: 'ignored' }, own)
    await keyFor({}, await registerClient(fixture))
    await keyFor({ source: 'My tool' }, await registerClient(fixture))
    const names = ['OAuth (My tool)', 'n8n Integration', 'OAuth (Tool)', 'OAuth (My tool) 2']
    expect(await keyNames()).toEqual(expect.arrayContaining(names))
  })

  test('does not expire, has the scope scrape, and is in the audit log', async () => {
    await keyFor()
    const { items } = (await fixture.asUser(account, 'GET', '/api-keys')).body
    const key = items.find(({ name }: { name: string }) => name === 'OAuth (Tool)')
    expect(key).toMatchObject({ expires_at: null, scopes: ['scrape'], test: false })
    const { rows } = await fixture.pool.query('SELECT actor, action FROM audit_entry WHERE target = $1', [
      `api_key:${key.id}`,
    ])
    expect(rows).toEqual([{ actor: `user:${account.userId}`, action: 'api_key.created' }])
  })

  test('takes the place of the one before, of this tool and person alone', async () => {
    const [other, another] = [await fixture.account(), await registerClient(fixture)]
    const first = await keyFor()
    const theirs = (await exchange(fixture, tokenRequest(client, await codeFor(fixture, other, client)))).body
    const anothers = await keyFor({}, another)
    const second = await keyFor()
    await eventually(async () => expect(await works(first)).toBe(false))
    for (const key of [theirs.access_token, anothers, second, account.key])
      expect(await works(key)).toBe(true)
  })

  test('is revoked with the client', async () => {
    const key = await keyFor()
    expect(await fixture.db.transaction((both) => deleteClient(both, 'operator:test', client.id))).toBe(1)
    await eventually(async () => expect(await works(key)).toBe(false))
  })
})

describe('a code is used up', () => {
  beforeAll(newAccount)

  test.each<[string, (code: string) => object]>([
    [
      'another redirect_uri',
      (code) => tokenRequest(client, code, { redirect_uri: 'https://tool.example/other' }),
    ],
    [
      'a verifier without a challenge',
      (code) => tokenRequest(client, code, { code_verifier: pkce().verifier }),
    ],
  ])('by an exchange that fails: %s', async (_, request) => {
    const code = await newCode()
    expect(await exchange(fixture, request(code))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
  })

  test.each([undefined, 'x'.repeat(43), ''])(
    'by the verifier %j in place of the right one',
    async (code_verifier) => {
      const { verifier, challenge } = pkce()
      const code = await newCode({ code_challenge: challenge, code_challenge_method: 'S256' })
      const wrong = await exchange(fixture, tokenRequest(client, code, { code_verifier }))
      expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
      const right = await exchange(fixture, tokenRequest(client, code, { code_verifier: verifier }))
      expect(right.body.error).toBe('invalid_grant')
    },
  )

  test('by another client that has got hold of it', async () => {
    const [code, thief] = [await newCode(), await registerClient(fixture)]
    expect((await exchange(fixture, tokenRequest(thief, code))).body.error).toBe('invalid_grant')
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
  })

  test('not by who does not know the secret, nor by a request that lacks a field', async () => {
    const code = await newCode()
    const wrong = await exchange(fixture, tokenRequest(client, code, { client_secret: 'guess' }))
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const lacking = await exchange(fixture, tokenRequest(client, code, { redirect_uri: undefined }))
    expect(lacking).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect((await exchange(fixture, tokenRequest(client, code))).status).toBe(200)
  })

  test('by the removal of the redirect_uri that it was given for', async () => {
    const other = await registerClient(fixture)
    const code = await codeFor(fixture, account, other)
    await fixture.pool.query(
      "UPDATE oauth_client SET redirect_uris = '{https://tool.example/new}' WHERE id = $1",
      [other.id],
    )
    expect((await exchange(fixture, tokenRequest(other, code))).body.error).toBe('invalid_grant')
  })

  test('by time: after 5 minutes', async () => {
    const code = await newCode()
    const { rows } = await fixture.pool.query(
      `SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM oauth_code WHERE client_id = $1`,
      [client.id],
    )
    expect(rows[0].seconds).toBeGreaterThan(290)
    expect(rows[0].seconds).toBeLessThanOrEqual(300)
    await fixture.pool.query('UPDATE oauth_code SET expires_at = now() WHERE client_id = $1', [client.id])
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
  })

  test('presented again, it revokes the key that it gave, for as long as that lives', async () => {
    const code = await newCode()
    const key = (await exchange(fixture, tokenRequest(client, code))).body.access_token
    await fixture.pool.query("UPDATE oauth_code SET expires_at = now() - interval '1 year'")
    await runPurges(fixture.pool, CODE_PURGES)
    const thief = await registerClient(fixture)
    expect((await exchange(fixture, tokenRequest(thief, code))).body.error).toBe('invalid_grant')
    expect(await works(key)).toBe(true)
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
    await eventually(async () => expect(await works(key)).toBe(false))
    // It goes with the key.
    await fixture.pool.query(
      "UPDATE api_key SET revoked_at = now() - interval '91 days' WHERE revoked_at IS NOT NULL",
    )
    await runPurges(fixture.pool, [...CODE_PURGES, ...ACCOUNT_PURGES])
    const { rowCount } = await fixture.pool.query('SELECT FROM oauth_code WHERE client_id = $1', [client.id])
    expect(rowCount).toBe(0)
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
  })
})

describe('Postgres breaks off', () => {
  beforeEach(newAccount)
  afterEach(() => fixture.databaseProxy.restore())

  test('before the exchange is committed: the code is still good', async () => {
    const code = await newCode()
    fixture.databaseProxy.refuse('INSERT INTO "public"."api_key"')
    const { status, body, headers } = await exchange(fixture, tokenRequest(client, code))
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '2'])
    fixture.databaseProxy.restore()
    await eventually(async () =>
      expect((await exchange(fixture, tokenRequest(client, code))).status).toBe(200),
    )
    expect(await keyNames()).toContain('OAuth (Tool)')
  })

  test('after it: the key that nobody has got is revoked when the exchange is repeated', async () => {
    const code = await newCode()
    fixture.databaseProxy.cut('COMMIT')
    expect((await exchange(fixture, tokenRequest(client, code))).status).toBe(503)
    expect(await keyNames()).toContain('OAuth (Tool)')
    expect((await exchange(fixture, tokenRequest(client, code))).body.error).toBe('invalid_grant')
    expect(await keyNames()).not.toContain('OAuth (Tool)')
  })
})

describe('races', () => {
  beforeEach(newAccount)

  test('of 100 exchanges of one code make one key, which is revoked as its code came again', async () => {
    const code = await newCode()
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => exchange(fixture, tokenRequest(client, code))),
    )
    const given = replies.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(99)
    await eventually(async () => expect(await works(given[0]!.body.access_token)).toBe(false))
  })

  test('of 20 codes of one tool leave one key', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => newCode()))
    const replies = await Promise.all(codes.map((code) => exchange(fixture, tokenRequest(client, code))))
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 200))
    const keys = replies.map(({ body }) => body.access_token)
    await eventually(async () => {
      const working = await Promise.all(keys.map(works))
      expect(working.filter(Boolean)).toHaveLength(1)
    })
    expect((await keyNames()).filter((name: string) => name.startsWith('OAuth'))).toEqual(['OAuth (Tool)'])
  })
})

describe('the token endpoint refuses', () => {
  beforeAll(newAccount)

  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`
  test.each<[string, number, string, (code: string) => [object | string, Record<string, string>?]]>([
    ['a client that nobody knows', 401, 'invalid_client', (code) => [tokenRequest({ ...client, id: 'nobody' }, code)]],
    ['a wrong secret', 401, 'invalid_client', (code) => [tokenRequest({ ...client, secret: 'x'.repeat(43) }, code)]],
    ['no client', 401, 'invalid_client', (code) => [tokenRequest(client, code, { client_id: null, client_secret: null })]],
    ['no secret', 401, 'invalid_client', (code) => [tokenRequest(client, code, { client_secret: '' })]],
    ['Basic that differs from the body', 400, 'invalid_request', (code) => [tokenRequest(client, code), { ...FORM, Authorization: basic(`${client.id}:other`) }]],
    ['Basic of another client', 401, 'invalid_client', (code) => [{ grant_type: 'authorization_code', code }, { ...FORM, Authorization: basic('nobody:x') }]],
    ['Basic that is none', 401, 'invalid_client', (code) => [tokenRequest(client, code), { ...FORM, Authorization: 'Basic !' }]],
    ['Basic that is not form-encoded', 401, 'invalid_client', (code) => [tokenRequest(client, code), { ...FORM, Authorization: basic('%zz:x') }]],
    ['another grant', 400, 'unsupported_grant_type', (code) => [tokenRequest(client, code, { grant_type: 'client_credentials' })]],
    ['no grant', 400, 'invalid_request', (code) => [tokenRequest(client, code, { grant_type: undefined })]],
    ['no code', 400, 'invalid_request', (code) => [tokenRequest(client, code, { code: undefined })]],
    ['a code that nobody issued', 400, 'invalid_grant', () => [tokenRequest(client, 'x'.repeat(43))]],
    ['NUL in a code', 400, 'invalid_request', () => [tokenRequest(client, 'a\0b')]],
    ['a code that is a number', 400, 'invalid_request', () => [tokenRequest(client, 7 as never)]],
    ['a huge code', 400, 'invalid_request', () => [tokenRequest(client, 'x'.repeat(5_000))]],
    ['a field twice', 400, 'invalid_request', (code) => [`${new URLSearchParams(tokenRequest(client, code) as never)}&code=x`, FORM]],
    ['a form of too many fields', 400, 'invalid_request', () => [Array.from({ length: 200 }, (_, i) => `a${i}=1`).join('&'), FORM]],
    ['a form that is too large', 413, 'invalid_request', () => [`code=${'x'.repeat(70_000)}`, FORM]],
    ['a list', 400, 'invalid_request', () => [[]]],
    ['no JSON', 400, 'invalid_request', () => ['{"code": "half']],
    ['another type of body', 400, 'invalid_request', () => ['code', { 'Content-Type': 'text/plain' }]],
  ])('%s: %i %s', async (_, status, error, request) => {
    const [fields, headers] = request(await newCode())
    const reply = await exchange(fixture, fields, headers)
    expect([reply.status, reply.body]).toEqual([status, { error, error_description: expect.any(String) }])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const named = reply.headers.get('www-authenticate')?.startsWith('Basic ') ?? false
    expect(named).toBe(status === 401)
  }) // biome-ignore format: a table
})

describe('POST /oauth/authorize refuses', () => {
  beforeAll(newAccount)

  test.each<[string, object]>([
    ['client_id', { client_id: 'nobody' }],
    ['client_id', { client_id: undefined }],
    ['redirect_uri', { redirect_uri: 'https://tool.example/other' }],
    ['redirect_uri', { redirect_uri: 'http://localhost:3000/callback' }],
    ['redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ['state', { state: undefined }],
    ['state', { state: '' }],
    ['scope', { scope: 'scrape admin' }],
    ['source', { source: 'x'.repeat(61) }],
    ['source', { source: 'two\nlines' }],
    ['code_challenge_method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['code_challenge_method', { code_challenge: 'x'.repeat(43) }],
    ['code_challenge', { code_challenge: 'short', code_challenge_method: 'S256' }],
    ['code_challenge', { code_challenge_method: 'S256' }],
  ])('a wrong %s: %j', async (path, more) => {
    const { status, body } = await authorize(fixture, account, client, more)
    expect([status, body.error, body.details.issues[0].path]).toEqual([400, 'INVALID_REQUEST', path])
  })

  test('anybody but a person who has signed in', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { 'X-API-Key': account.key },
      { Authorization: `Bearer ${account.key}` },
    ]
    for (const headers of strangers) {
      const reply = await fixture.request('/api/v1/oauth/authorize', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ client_id: client.id, redirect_uri: CALLBACK, state: 's' }),
      })
      expect(reply.status).toBe(401)
    }
  })
})

test('without any client but the house’s both endpoints and the page answer 503, and say what is missing', async () => {
  await fixture.pool.query("DELETE FROM oauth_client WHERE origin <> 'built_in'")
  const reason = /OAuth integration is not configured/
  const consent = await authorize(fixture, account, client)
  expect([consent.status, consent.body.message]).toEqual([503, expect.stringMatching(reason)])
  const token = await exchange(fixture, tokenRequest(client, 'code'))
  expect([token.status, token.body.error_description]).toEqual([503, expect.stringMatching(reason)])
  const page = await fixture.request(
    `/api/v1/oauth/authorize?client_id=${client.id}&redirect_uri=${CALLBACK}`,
  )
  expect([page.status, page.body]).toEqual([503, expect.stringMatching(reason)])
})

test('the metadata tells where everything is', async () => {
  const { status, body } = await fixture.request('/.well-known/oauth-authorization-server')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    issuer: fixture.url,
    authorization_endpoint: `${fixture.url}/api/v1/oauth/authorize`,
    token_endpoint: `${fixture.url}/api/v1/oauth/token`,
    code_challenge_methods_supported: ['S256'],
  })
})
