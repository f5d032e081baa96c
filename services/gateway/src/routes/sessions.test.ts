import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
// Ten sessions a minute is all that one account may make.
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(() => fixture.close())

const CANARY = 'c4n4ry-value-of-a-cookie'

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fixture.request(`/api/v1/sessions${path}`, {
    method,
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
const given = { name: 'shop', domain: 'https://App.Example.com/login', cookies: { sid: CANARY } }
const create = async (more: object = {}) => (await call('POST', '', { ...given, ...more })).body

const trail = async (id: string) =>
  (
    await fixture.pool.query(
      'SELECT actor, action, details FROM login_session_event WHERE session_id = $1 ORDER BY id',
      [id],
    )
  ).rows

describe('/sessions', () => {
  test('200 stores a login, of which values are never shown, also as published clients send it', async () => {
    const { status, body } = await call('POST', '', { ...given, user_agent: 'Mozilla/5.0', consent: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      domain: 'app.example.com',
      cookie_names: ['sid'],
      cookie_count: 1,
      header_names: ['User-Agent'],
      status: 'active',
      expiry_status: 'unknown',
      success_rate: 0,
      is_owner: true,
    })
    const listed = await fixture.asUser(account, 'GET', '/sessions')
    expect(listed.body).toEqual({ sessions: [body], total: 1, limit: 100, offset: 0 })
    expect((await call('GET', `/${body.id.toUpperCase()}`)).body).toEqual(body)
    const { rows } = await fixture.pool.query(
      `SELECT secret, data_key, to_jsonb(login_session) - 'secret' - 'data_key' AS plain FROM login_session WHERE id = $1`,
      [body.id],
    )
    for (const seen of [listed.body, fixture.logs, rows[0].plain, await trail(body.id)])
      expect(JSON.stringify(seen)).not.toContain(CANARY)
    const sealed = Buffer.concat([rows[0].secret, rows[0].data_key])
    expect(sealed.includes(CANARY) || sealed.includes(Buffer.from(CANARY).toString('base64'))).toBe(false)
  })

  test('200 lists newest first, by domain and by the state that it is in by now', async () => {
    const first = await create()
    const second = await create({ domain: 'other.example.org', expires_at: '2027-01-31T12:00:00+02:00' })
    expect(second).toMatchObject({ expires_at: '2027-01-31T10:00:00.000Z', expiry_status: 'valid' })
    const ids = async (query: string) =>
      (await call('GET', query)).body.sessions.map(({ id }: { id: string }) => id)
    expect(await ids('?include_shared=true')).toEqual([second.id, first.id])
    expect(await ids('?domain=http://APP.example.com/')).toEqual([first.id])
    await fixture.pool.query("UPDATE login_session SET expires_at = now() - interval '1 s' WHERE id = $1", [
      first.id,
    ])
    expect(await ids('?status=expired')).toEqual([first.id])
    expect(await ids('?status=active')).toEqual([second.id])
    expect((await call('GET', `/${first.id}`)).body).toMatchObject({
      status: 'expired',
      expiry_status: 'expired',
    })
    expect((await call('GET', '?limit=1&offset=1')).body).toMatchObject({
      total: 2,
      sessions: [{ id: first.id }],
    })
  })

  test('200 for the cookies of a whole browser, of which only those of the site are kept', async () => {
    const entry = { value: 'v', path: '/', secure: true, httpOnly: true, sameSite: 'lax', session: true }
    const exported = Array.from({ length: 1_000 }, (_, i) => ({
      ...entry,
      name: `c${i}`,
      domain: i % 50 === 0 ? '.example.com' : `.site${i}.org`,
      hostOnly: false,
      storeId: '0',
      id: i,
    }))
    expect(await create({ cookies: exported })).toMatchObject({ cookie_count: 20 })
    expect((await create({ cookies: { cookies: exported, origins: [] } })).cookie_count).toBe(20)
  })

  test('200 keeps what a storage state has stored for the domain, names its origins, and replaces it with the cookies', async () => {
    const origin = 'https://app.example.com'
    const stored = [{ name: 'token', value: CANARY }]
    const origins = [
      { origin, localStorage: stored, sessionStorage: stored },
      { origin: 'https://other.example.com', localStorage: stored },
    ]
    const session = await create({ cookies: { cookies: [], origins } })
    expect(session).toMatchObject({ cookie_count: 0, storage_origins: [origin], expiry_status: 'unknown' })
    const { rows } = await fixture.pool.query(
      `SELECT secret, to_jsonb(login_session) - 'secret' - 'data_key' AS plain FROM login_session WHERE id = $1`,
      [session.id],
    )
    expect(JSON.stringify([session, rows[0].plain, await trail(session.id), fixture.logs])).not.toContain(
      CANARY,
    )
    expect(rows[0].secret.includes(CANARY)).toBe(false)
    const renamed = (await call('PATCH', `/${session.id}`, { headers: { 'X-Token': CANARY } })).body
    expect(renamed.storage_origins).toEqual([origin])
    const refreshed = (await call('POST', `/${session.id}/refresh`, { cookies: { sid: CANARY } })).body
    expect(refreshed).toMatchObject({ cookie_count: 1, storage_origins: [] })
    const faulty = await call('POST', '', {
      ...given,
      cookies: { cookies: [], origins: [{ origin, localStorage: [CANARY] }] },
    })
    expect([faulty.status, faulty.body.details.issues[0].path]).toEqual([
      400,
      'cookies.origins[0].localStorage[0]',
    ])
    expect(JSON.stringify(faulty.body)).not.toContain(CANARY)
  })

  test('200 changes what is named only, and null clears', async () => {
    const { id } = await create({ headers: { 'X-Token': CANARY }, notes: 'n', user_agent: 'ua' })
    const renamed = (await call('PATCH', `/${id}`, { name: 'renamed' })).body
    expect(renamed).toMatchObject({ name: 'renamed', notes: 'n', header_names: ['X-Token', 'User-Agent'] })
    const cleared = (await call('PATCH', `/${id}`, { notes: null, headers: null })).body
    expect(cleared).toMatchObject({ notes: null, header_names: null, cookie_names: ['sid'] })
    const replaced = (await call('PATCH', `/${id}`, { cookies: 'a=1; b=2' })).body
    expect(replaced.cookie_names).toEqual(['a', 'b'])
    const entries = await trail(id)
    expect(entries.map(({ action, details }) => [action, details.fields])).toEqual([
      ['created', undefined],
      ['updated', ['name']],
      ['updated', ['headers', 'notes']],
      ['updated', ['cookies']],
    ])
    expect(entries[0].actor).toMatch(/^key:/)
  })

  test('200 for changes at the same time: none of them is lost', async () => {
    const { id } = await create()
    const changes = [
      { cookies: { a: '1' } },
      { headers: { 'X-Token': CANARY } },
      { name: 'n' },
      { notes: 'm' },
    ]
    await Promise.all(changes.map((change) => call('PATCH', `/${id}`, change)))
    expect((await call('GET', `/${id}`)).body).toMatchObject({
      cookie_names: ['a'],
      header_names: ['X-Token'],
      name: 'n',
      notes: 'm',
    })
  })

  test('200 refreshes: active again, its failures and a passed end forgotten', async () => {
    const { id } = await create()
    await fixture.pool.query(
      "UPDATE login_session SET status = 'invalid', consecutive_failures = 3, expires_at = now() - interval '1 s' WHERE id = $1",
      [id],
    )
    const cookies = [{ name: 'sid', value: CANARY, domain: '.example.com', expirationDate: 4e9 }]
    const refreshed = await call('POST', `/${id}/refresh`, { cookies })
    expect(refreshed.body).toMatchObject({
      status: 'active',
      consecutive_failures: 0,
      expires_at: null,
      cookies_expire_at: '2096-10-02T07:06:40.000Z',
    })
    expect(await call('POST', `/${id}/refresh`, { headers: { a: 'b' } })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'cookies', message: expect.stringMatching(/^is required/) }] } },
    })
    expect((await trail(id)).at(-1)).toMatchObject({ action: 'refreshed', details: { cookies: 1 } })
  })

  test('200 refreshes what no key opens any more, as all of it is replaced', async () => {
    const { id } = await create()
    await fixture.pool.query("UPDATE login_session SET data_key = 'x' WHERE id = $1", [id])
    expect((await call('PATCH', `/${id}`, { user_agent: 'ua' })).body.error).toBe('CONFLICT')
    expect((await call('POST', `/${id}/refresh`, { cookies: { a: '1' } })).status).toBe(200)
    expect((await call('PATCH', `/${id}`, { user_agent: 'ua' })).body.header_names).toEqual(['User-Agent'])
  })

  test('204 deletes: the secret is gone, its owner can still read of it, and all else is 410', async () => {
    const { id } = await create()
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'inactive' })
    expect((await call('GET', '')).body.total).toBe(0)
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['POST', '/refresh', { cookies: { a: 'b' } }],
      ['DELETE', '', undefined],
    ] as const)
      expect(await call(method, `/${id}${path}`, body)).toMatchObject({
        status: 410,
        body: { error: 'SESSION_INACTIVE' },
      })
    const { rows } = await fixture.pool.query('SELECT secret, data_key FROM login_session WHERE id = $1', [
      id,
    ])
    expect(rows).toEqual([{ secret: null, data_key: null }])
  })

  test('200 with a slash at the end of the path, as published clients write it', async () => {
    const headers = { 'X-API-Key': account.key, 'Content-Type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(given) }
    expect((await fetch(`${fixture.url}/api/v1/sessions/`, request)).status).toBe(200)
    expect(await (await fetch(`${fixture.url}/api/v1/sessions/`, { headers })).json()).toMatchObject({
      total: 1,
    })
  })

  test('404 SESSION_NOT_FOUND for what is no id', async () => {
    for (const id of ['nope', '00000000-0000-7000-8000-000000000000'])
      expect(await call('GET', `/${id}`)).toMatchObject({ status: 404, body: { error: 'SESSION_NOT_FOUND' } })
  })

  test('429 for the 51st, exactly, whoever asks at the same time; a deleted one makes room', async () => {
    await fixture.pool.query(
      `INSERT INTO login_session (id, account_id, name, domain, cookie_names, header_names, data_key, secret)
       SELECT gen_random_uuid(), $1, 's', 'example.com', '{}', '{}', '', '' FROM generate_series(1, 47)`,
      [account.id],
    )
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('POST', '', given)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(replies.find(({ status }) => status === 429)!.body.error).toBe('SESSION_LIMIT_REACHED')
    const { id } = replies.find(({ status }) => status === 200)!.body
    await call('DELETE', `/${id}`)
    expect((await call('POST', '', given)).status).toBe(200)
  })

  test('one session of several equal requests with an Idempotency-Key', async () => {
    const [first, again] = [
      await call('POST', '', given, { 'Idempotency-Key': 'one' }),
      await call('POST', '', given, { 'Idempotency-Key': 'one' }),
    ]
    expect(again.body).toEqual(first.body)
    expect((await call('GET', '')).body.total).toBe(1)
  })

  const bad: [string, object, string][] = [
    ['a public suffix', { domain: 'github.io' }, 'domain'],
    ['no domain', { domain: '..' }, 'domain'],
    ['cookies of another site', { cookies: [{ name: 'a', value: CANARY, domain: 'x.org' }] }, 'cookies'],
    ['a value with a ";"', { cookies: [{ name: 'a', value: `${CANARY};` }] }, 'cookies[0].value'],
    ['nothing at all', { cookies: {} }, 'cookies'],
    ['a number for cookies', { cookies: 7 }, 'cookies'],
    ['a Cookie header', { headers: { cookie: CANARY } }, 'headers.cookie'],
    ['a header of the transport', { headers: { Host: CANARY } }, 'headers.Host'],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['long notes', { notes: 'x'.repeat(1_001) }, 'notes'],
    ['two user agents', { user_agent: 'a', headers: { 'user-agent': 'b' } }, 'user_agent'],
    ['an unknown field', { cookie: CANARY }, 'cookie'],
  ]
  test.each(bad)('400 for %s, without its value', async (_, more, path) => {
    const { status, body } = await call('POST', '', { ...given, ...more })
    expect([status, body.details?.issues[0].path]).toEqual([400, path])
    expect(JSON.stringify([body, fixture.logs])).not.toContain(CANARY)
    if (path === 'cookie') expect(body.message).toContain('"cookies"')
  })

  test('200 with headers and no cookies', async () => {
    const session = await create({ cookies: {}, headers: { Authorization: `Bearer ${CANARY}` } })
    expect(session).toMatchObject({ cookie_names: [], header_names: ['Authorization'] })
    expect(await call('PATCH', `/${session.id}`, { headers: null })).toMatchObject({ status: 400 })
  })
})
