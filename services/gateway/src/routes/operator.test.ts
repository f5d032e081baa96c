import { setOperator } from '@gleaner/operator'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'
import { authorize, exchange, registerClient, tokenRequest } from '../testing/oauth.ts'
import { named } from '../testing/tenancy.ts'

let fixture: GatewayFixture
let ann: TestAccount
let other: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', SUPPORT_EMAIL: 'help@example.com' })
  ;[ann, other] = await Promise.all([fixture.account(), fixture.account()])
  await grant(ann, true)
})
beforeEach(() => fixture.forgetLimits())
afterAll(() => fixture.close())

const grant = ({ email }: TestAccount, isOperator: boolean) =>
  fixture.db.transaction((both) => setOperator(both, 'operator:test', email, isOperator))
const asAnn = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.asUser(ann, method, `/operator${path}`, body, headers)
const ofOther = (rest = '') => `/accounts/${other.id}${rest}`
const audit = async (action: string) =>
  (await asAnn('GET', '/audit-log?limit=100')).body.entries.find(
    (entry: { action: string }) => entry.action === action,
  )

const forOperators = named.filter(([, { operator }]) => operator)

describe('to everybody else it is not there', () => {
  /** All but what names the request itself. */
  const seen = async ({ status, headers, body }: Reply, path: string) => {
    const sent = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name))
    const { request_id, ...rest } = body
    return JSON.stringify([status, sent.sort(), rest]).replaceAll(path, '')
  }

  test.each(forOperators)('%s', async (_name, { method, path, body }) => {
    const filled = path.replaceAll(/\{\w+\}/g, other.id)
    const tool = await registerClient(fixture)
    const { code } = (await authorize(fixture, ann, tool)).body
    const toolKey = (await exchange(fixture, tokenRequest(tool, code))).body.access_token
    const credentials: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${other.accessToken}` },
      { Authorization: `Bearer ${ann.accessToken}x` },
      { 'X-API-Key': ann.key },
      { 'X-API-Key': toolKey },
      { 'X-API-Key': ann.key, Authorization: `Bearer ${ann.accessToken}` },
    ]
    for (const headers of credentials) {
      await fixture.forgetLimits()
      const ask = (at: string) =>
        fixture.request(`/api/v1${at}`, {
          method,
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(body && { body: '{}' }),
        })
      const nowhere = '/nowhere-at-all'
      const there = await ask(filled)
      expect(there.status).toBe(404)
      expect(await seen(there, `/api/v1${filled}`)).toBe(await seen(await ask(nowhere), `/api/v1${nowhere}`))
    }
  })

  test('nor is it by another method, or in what the root lists', async () => {
    const put = await fixture.asUser(other, 'PUT', '/operator/accounts', {})
    expect([put.status, put.headers.get('allow')]).toEqual([404, null])
    expect(JSON.stringify((await fixture.request('/api/v1')).body)).not.toContain('/operator')
    expect(JSON.stringify((await fixture.get(other, '/operator/account')).body)).not.toContain('mean')
  })

  test('and it goes with the role, which no endpoint gives', async () => {
    const me = async () => (await fixture.asUser(other, 'GET', '/auth/me')).body.is_operator
    expect(await me()).toBe(false)
    await grant(other, true)
    await eventually(async () => expect(await me()).toBe(true))
    expect((await fixture.asUser(other, 'GET', '/operator/accounts')).status).toBe(200)
    await grant(other, false)
    await eventually(async () =>
      expect((await fixture.asUser(other, 'GET', '/operator/accounts')).status).toBe(404),
    )
    expect(named.filter(([name]) => /operator/i.test(name) && /grant|revoke/i.test(name))).toEqual([])
  })
})

test('an operator needs no role in an organization, and acts for none', async () => {
  const reply = await asAnn('GET', ofOther(), undefined, { 'X-Organization-Id': other.id })
  expect([reply.status, reply.body.id]).toEqual([200, other.id])
})

describe('accounts', () => {
  test('are found by a part of an address, and read', async () => {
    const { body } = await asAnn('GET', `/accounts?search=${other.email.slice(0, 20).toUpperCase()}`)
    expect(body).toMatchObject({ total: 1, accounts: [{ id: other.id, emails: [other.email] }] })
    expect((await asAnn('GET', '/accounts?search=%25')).body.total).toBe(0)
    expect((await asAnn('GET', '/accounts/nobody')).status).toBe(404)
  })

  test('are opened, with a key and a password that work, once', async () => {
    const body = { email: 'new@example.com', credits: 10 }
    const key = { 'Idempotency-Key': 'open-1' }
    const made = await asAnn('POST', '/accounts', body, key)
    expect(made.status).toBe(201)
    expect((await asAnn('POST', '/accounts', body, key)).body).toEqual(made.body)
    const usage = await fixture.request('/api/v1/usage', { headers: { 'X-API-Key': made.body.api_key } })
    expect([usage.status, usage.body.balance.current_cents]).toEqual([200, 0.2])
    const { email, password } = made.body
    const login = await fixture.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(login.status).toBe(200)
    expect((await asAnn('POST', '/accounts', body)).body.error).toBe('CONFLICT')
  })

  test('are blocked within a second, and let in again; never one’s own', async () => {
    const status = async () => (await fixture.get(other, '/usage')).status
    expect((await asAnn('POST', ofOther('/block'), { reason: 'spam' })).body.changed).toBe(true)
    await eventually(async () => expect(await status()).toBe(403))
    expect((await asAnn('POST', ofOther('/block'), {})).body.changed).toBe(false)
    expect((await asAnn('GET', ofOther())).body.blocked_at).not.toBeNull()
    expect((await asAnn('POST', ofOther('/unblock'))).body.changed).toBe(true)
    await eventually(async () => expect(await status()).toBe(200))
    expect((await asAnn('POST', `/accounts/${ann.id.toUpperCase()}/block`, {})).body.error).toBe('CONFLICT')
    expect(await audit('account.blocked')).toMatchObject({
      account_id: other.id,
      actor: `operator:${ann.userId}`,
      details: { reason: 'spam' },
    })
  })

  test('are granted credits, once for a reference, however often and at once it is asked', async () => {
    const [before] = await fixture.balance(other)
    const grants = await Promise.all(
      Array.from({ length: 4 }, () => asAnn('POST', ofOther('/credits'), { credits: 100, reference: 'r-1' })),
    )
    expect(grants.map(({ body }) => body.granted_credits).sort()).toEqual([0, 0, 0, 100])
    expect((await fixture.balance(other))[0] - before).toBe(20_000)
    const { rows } = await fixture.pool.query(
      "SELECT count(*)::int AS n FROM audit_entry WHERE account_id = $1 AND action = 'credits.granted'",
      [other.id],
    )
    expect(rows[0].n).toBe(1)
    for (const credits of [0, -1, 1e12, Number.MIN_VALUE])
      expect((await asAnn('POST', ofOther('/credits'), { credits })).status).toBe(400)
  })

  test('have limits of their own', async () => {
    const { body } = await asAnn('PUT', ofOther('/limits'), { requests_per_minute: 77 })
    expect(body).toMatchObject({ requests_per_minute: 77, concurrent_requests: 500 })
    await eventually(async () =>
      expect((await fixture.get(other, '/usage')).headers.get('x-ratelimit-limit')).toBe('77'),
    )
    expect(
      (await asAnn('PUT', ofOther('/limits'), { requests_per_minute: null })).body.requests_per_minute,
    ).toBeNull()
    expect((await asAnn('PUT', ofOther('/limits'), {})).status).toBe(400)
  })

  test('are given keys, which act for them', async () => {
    const made = await asAnn('POST', ofOther('/api-keys'), { name: 'by the operator' })
    const me = await fixture.request('/api/v1/auth/me', { headers: { 'X-API-Key': made.body.key } })
    expect(me.body.account_id).toBe(other.id)
    expect((await asAnn('POST', `/accounts/${ann.userId}/api-keys`, { name: 'x' })).status).toBe(404)
  })
})

test('tools are registered, changed and removed with their keys', async () => {
  const uri = 'https://flows.example.com/callback'
  const made = await asAnn('POST', '/oauth-clients', { name: 'Flows', redirect_uris: [uri] })
  expect(made.status).toBe(201)
  const { client_id: id, client_secret: secret } = made.body
  const consent = { client_id: id, redirect_uri: uri, state: 's' }
  const { code } = (await fixture.asUser(other, 'POST', '/oauth/authorize', consent)).body
  const token = await exchange(fixture, { ...tokenRequest({ id, secret }, code), redirect_uri: uri })
  expect(token.status).toBe(200)
  const found = (await asAnn('GET', '/oauth-clients')).body.clients.find(
    (client: { client_id: string }) => client.client_id === id,
  )
  expect(found).toMatchObject({ client_secret: null, live_keys: 1, redirect_uris: [uri] })

  const rotated = await asAnn('POST', `/oauth-clients/${id}/rotate-secret`)
  expect(rotated.body.client_secret).not.toBe(secret)
  const bad = await asAnn('PATCH', `/oauth-clients/${id}`, { redirect_uris: ['http://evil.example.com/'] })
  expect([bad.status, bad.body.details.issues[0].path]).toEqual([400, 'redirect_uris.0'])
  expect((await asAnn('PATCH', `/oauth-clients/${id}`, { redirect_uris: [] })).body.redirect_uris).toEqual([])
  expect(await audit('oauth_client.redirect_uri_removed')).toMatchObject({ details: { redirect_uri: uri } })

  expect((await asAnn('DELETE', `/oauth-clients/${id}`)).body.revoked_keys).toBe(1)
  await eventually(async () => {
    const headers = { 'X-API-Key': token.body.access_token }
    expect((await fixture.request('/api/v1/usage', { headers })).status).toBe(401)
  })
  expect((await asAnn('DELETE', `/oauth-clients/${id}`)).status).toBe(404)
})

test('the command line of the house is neither changed nor removed', async () => {
  const cli = '/oauth-clients/gleaner-cli'
  const replies = await Promise.all([
    asAnn('DELETE', cli),
    asAnn('PATCH', cli, { redirect_uris: [] }),
    asAnn('POST', `${cli}/rotate-secret`),
  ])
  for (const { status, body } of replies)
    expect([status, body.message]).toEqual([403, expect.stringContaining('is built in')])
  const { clients } = (await asAnn('GET', '/oauth-clients')).body
  expect(clients).toContainEqual(
    expect.objectContaining({
      client_id: 'gleaner-cli',
      origin: 'built_in',
      redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
    }),
  )
})

test('domains are refused and allowed again', async () => {
  expect((await asAnn('PUT', '/blocked-domains/Shop.Example', { reason: 'asked' })).body).toEqual({
    domain: 'shop.example',
    blocked: true,
    changed: true,
  })
  expect((await asAnn('GET', '/blocked-domains')).body.domains[0]).toMatchObject({ domain: 'shop.example' })
  await eventually(async () => {
    const refused = await fixture.scrape(other, { url: 'https://www.shop.example/' })
    expect(refused.body.error).toBe('URL_NOT_ALLOWED')
  })
  expect((await asAnn('DELETE', '/blocked-domains/shop.example')).body.changed).toBe(true)
  expect((await asAnn('PUT', '/blocked-domains/no%20domain', {})).status).toBe(400)
})

test('tickets are answered and closed', async () => {
  const opened = await fixture.asUser(other, 'POST', '/support/tickets', {
    subject: 'Help',
    message: 'Please',
  })
  const { readable_id } = opened.body
  const listed = (await asAnn('GET', '/tickets?status=open')).body.tickets
  expect(listed).toContainEqual(expect.objectContaining({ readable_id, account_id: other.id }))
  expect((await asAnn('GET', `/tickets/${readable_id}`)).body.messages[0].message).toBe('Please')
  expect((await asAnn('POST', `/tickets/${readable_id}/reply`, { message: 'Here' })).body.mails).toBe(1)
  const seen = await fixture.get(other, `/support/tickets/${opened.body.id}`)
  expect(seen.body).toMatchObject({
    status: 'answered',
    messages: [{}, { author: 'operator', message: 'Here' }],
  })
  expect((await asAnn('POST', `/tickets/${readable_id}/close`)).body.status).toBe('closed')
  expect(await audit('ticket.answered')).toMatchObject({ target: `ticket:${opened.body.id}` })
})

test('features are offered', async () => {
  const feature = { name: 'Live view', description: 'Shows it.', status: 'beta' }
  expect((await asAnn('PUT', '/beta-features/live-view', feature)).status).toBe(200)
  const { features } = (await fixture.get(other, '/beta-features')).body
  expect(features).toContainEqual(expect.objectContaining({ slug: 'live-view', enabled: false }))
  expect((await asAnn('PUT', '/beta-features/Live_View', feature)).status).toBe(400)
})

test('failed jobs are run again, once', async () => {
  const failed = await fixture.scrape(other, {
    url: `${fixture.site.url}/status/500`,
    cost_controls: { max_tier: '1' },
  })
  expect(failed.status).toBeGreaterThanOrEqual(400)
  const redrive = async (dry_run: boolean) => {
    const { body } = await asAnn('POST', '/jobs/redrive', { account_id: other.id, dry_run })
    return body.jobs[0]?.result
  }
  expect(await redrive(true)).toBe('would be run again')
  expect(await redrive(false)).toMatch(/^runs again as /)
  await eventually(async () => expect(await redrive(false)).toMatch(/^was run again before|^runs again/))
})

test('the log is read page by page, of all or of one account', async () => {
  const all: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await asAnn('GET', `/audit-log?limit=7${cursor && `&cursor=${cursor}`}`)
    all.push(...body.entries.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  const { rows } = await fixture.pool.query('SELECT id::text FROM audit_entry ORDER BY audit_entry.id DESC')
  expect(all).toEqual(rows.map(({ id }) => id))
  const own = (await asAnn('GET', `/audit-log?account_id=${other.id}&limit=100`)).body.entries
  expect(new Set(own.map(({ account_id }: { account_id: string }) => account_id))).toEqual(
    new Set([other.id]),
  )
  expect((await asAnn('GET', '/audit-log?cursor=x')).status).toBe(400)
})

test('what it changes is bounded in a minute', async () => {
  const block = () => asAnn('DELETE', '/blocked-domains/nothing.example')
  const replies = await Promise.all(Array.from({ length: 61 }, block))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
})
