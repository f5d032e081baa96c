import { uuidv7 } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
})
afterAll(() => fixture.close())

const call = (method: string, path: string, body?: unknown, by = account) =>
  fixture.asUser(by, method, `/api-keys${path}`, body)
let names = 0
const create = async (more = {}) => (await call('POST', '', { name: `key ${names++}`, ...more })).body

describe('/api-keys', () => {
  test('201 makes a key, shows it once, and it works', async () => {
    const { status, body } = await call('POST', '', { name: 'CI' })
    expect(status).toBe(201)
    const { key, ...shown } = body
    expect(shown).toMatchObject({
      name: 'CI',
      scopes: ['scrape'],
      test: false,
      expires_at: null,
      limits: null,
    })
    expect(key.startsWith(shown.key_prefix)).toBe(true)
    expect((await fixture.scrape(key, { url: `${fixture.site.url}/plain` })).status).toBe(200)
    const listed = await call('GET', '?limit=100')
    expect(listed.body).toMatchObject({ limit: 100, offset: 0, total: listed.body.items.length })
    expect(listed.body.items).toContainEqual(expect.objectContaining({ id: shown.id, key: null }))
    expect(JSON.stringify([listed.body, (await call('GET', `/${shown.id}`)).body])).not.toContain(key)
    expect(JSON.stringify(fixture.logs)).not.toContain(key)
  })

  test('200 changes the named fields, 204 revokes, and then it is 404', async () => {
    const { id } = await create({ scopes: ['read', 'write', 'read'] })
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    const changed = await call('PATCH', `/${id}`, { name: 'renamed', expires_at })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'renamed', scopes: ['read', 'write'], expires_at },
    })
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'x' }]] as const)
      expect((await call(method, `/${id}`, body)).status).toBe(404)
  })

  test('401 for an API key, which says why', async () => {
    for (const method of ['GET', 'POST']) {
      const reply = await fixture.request('/api/v1/api-keys', {
        method,
        headers: { 'X-API-Key': account.key },
      })
      expect(reply).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } })
      expect(reply.body.message).toContain('API key cannot')
    }
    const asToken = await fixture.request('/api/v1/api-keys', {
      headers: { Authorization: `Bearer ${account.key}` },
    })
    expect(asToken.status).toBe(401)
  })

  test("404 for another account's key, which none of its lists shows", async () => {
    const { id } = await create()
    const other = await fixture.account()
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'x' }]] as const)
      expect((await call(method, `/${id}`, body, other)).status).toBe(404)
    expect(JSON.stringify((await call('GET', '', undefined, other)).body)).not.toContain(id)
    expect((await call('GET', `/${id}`)).status).toBe(200)
  })

  test('409 for a name that is taken; the name of a revoked key is free', async () => {
    const { id, name } = await create()
    expect(await call('POST', '', { name })).toMatchObject({ status: 409, body: { error: 'CONFLICT' } })
    await call('DELETE', `/${id}`)
    expect((await call('POST', '', { name })).status).toBe(201)
  })

  test.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }, 'scopes.0'],
    ['no scopes', { name: 'x', scopes: [] }, 'scopes'],
    ['a past expiry', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { name: 'x', expires_at: 'soon' }, 'expires_at'],
    ['a key of its own', { name: 'x', key: 'sk_live_mine' }, 'key'],
  ])('400 for %s names the field', async (_, body, path) => {
    const reply = await call('POST', '', body)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body.details.issues)).toContain(path)
  })

  test('the same Idempotency-Key makes one key, and shows it again', async () => {
    const send = () =>
      fixture.asUser(account, 'POST', '/api-keys', { name: 'Once' }, { 'Idempotency-Key': 'once-1' })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(second.body.key).toMatch(/^sk_live_/)
  })
})

describe('scopes', () => {
  const get = (key: string, path: string) =>
    fixture.request(`/api/v1${path}`, { headers: { 'X-API-Key': key } })
  const post = (key: string, path: string) =>
    fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${fixture.site.url}/plain` }),
    })

  test.each<[string[], { scrape: number; estimate: number; usage: number }]>([
    [['scrape'], { scrape: 200, estimate: 200, usage: 200 }],
    [['read'], { scrape: 403, estimate: 200, usage: 200 }],
    [['write'], { scrape: 200, estimate: 403, usage: 403 }],
    [['read', 'write'], { scrape: 200, estimate: 200, usage: 200 }],
  ])('%j allow what they say', async (scopes, allowed) => {
    const { key } = await create({ scopes })
    const refused = await post(key, '/scrape')
    expect({
      scrape: refused.status,
      estimate: (await post(key, '/scrape/estimate')).status,
      usage: (await get(key, '/usage')).status,
    }).toEqual(allowed)
    if (refused.status === 403)
      expect(refused.body.details).toEqual({ needed_scopes: ['write', 'scrape'], scopes })
  })
})

test('keys of an organization are its own: seen by its members, made by who administers it', async () => {
  const [owner, outsider] = [await fixture.account(), await fixture.account()]
  const { id } = (await fixture.asUser(owner, 'POST', '/organizations', { name: 'Harbour' })).body
  const acting = { 'X-Organization-Id': id }
  const ofOrganization = (method: string, path: string, body?: object, by = owner) =>
    fixture.asUser(by, method, `/api-keys${path}`, body, acting)
  const { key, ...made } = (await ofOrganization('POST', '', { name: 'shared', test: true })).body
  expect((await fixture.scrape(key, { url: 'https://example.com/' })).status).toBe(200)
  expect((await ofOrganization('GET', '')).body.items).toMatchObject([{ id: made.id }])
  expect((await call('GET', '', undefined, owner)).body.items).not.toContainEqual(
    expect.objectContaining({ id: made.id }),
  )
  expect((await call('DELETE', `/${made.id}`, undefined, owner)).status).toBe(404)

  const refused = [
    await ofOrganization('GET', '', undefined, outsider),
    await ofOrganization('POST', '', { name: 'x' }, outsider),
    await ofOrganization('DELETE', `/${made.id}`, undefined, outsider),
  ]
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]))
  await fixture.pool.query(`INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')`, [
    id,
    outsider.userId,
  ])
  await eventually(async () =>
    expect((await ofOrganization('GET', '', undefined, outsider)).status).toBe(200),
  )
  expect((await ofOrganization('POST', '', { name: 'x' }, outsider)).status).toBe(403)
  expect((await ofOrganization('DELETE', `/${made.id}`, undefined, outsider)).status).toBe(403)
  expect((await ofOrganization('DELETE', `/${made.id}`)).status).toBe(204)
})

test('uses are counted, and written when they were', async () => {
  const own = await fixture.account()
  const { id, key } = (await call('POST', '', { name: 'used' }, own)).body
  const jobs = Array.from({ length: 5 }, () =>
    fixture.request(`/api/v1/jobs/${uuidv7()}`, { headers: { 'X-API-Key': key } }),
  )
  await Promise.all(jobs)
  await eventually(async () => {
    const { body } = await call('GET', `/${id}`, undefined, own)
    expect(body.requests).toBe(5)
    expect(Date.now() - Date.parse(body.last_used_at)).toBeLessThan(60_000)
  })
})
