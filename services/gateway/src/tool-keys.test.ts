import { revokeEndedKeys } from '@gleaner/accounts'
import { readEndedTools } from '@gleaner/accounts/api-keys/read-ended-tools'
import { createMailedToken } from '@gleaner/accounts/mailed-links/mailed-token'
import { deposit } from '@gleaner/billing'
import { CONSENTS, type Endpoint, uuidv7 } from '@gleaner/contracts'
import { removeClient, setRedirectUris } from '@gleaner/operator'
import { storedHash } from '@gleaner/security/stored-hash'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'
import { authorize, exchange, registerClient, type TestClient, tokenRequest } from './testing/oauth.ts'
import { named, pathParams } from './testing/tenancy.ts'

let fixture: GatewayFixture
let client: TestClient
let owner: TestAccount
let admin: TestAccount
let organizationId: string
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1' })
})
afterAll(() => fixture.close())

/** An owner and an admin of an organization, whom nothing has happened to yet. */
async function newPeople(): Promise<void> {
  client = await registerClient(fixture)
  ;[owner, admin] = await Promise.all([fixture.account(), fixture.account()])
  organizationId = (await fixture.asUser(owner, 'POST', '/organizations', { name: 'Ours' })).body.id
  await fixture.pool.query('UPDATE account SET requests_per_minute = 10000 WHERE id = $1', [organizationId])
  await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'admin')", [
    organizationId,
    admin.userId,
  ])
}

/** The code of the admin's consent: for their own account, or for the organization. */
async function newCode(isForOrganization: boolean): Promise<string> {
  const headers: Record<string, string> = isForOrganization ? { 'X-Organization-Id': organizationId } : {}
  const body = { client_id: client.id, redirect_uri: 'https://tool.example/callback', state: 's' }
  return (await fixture.asUser(admin, 'POST', '/oauth/authorize', body, headers)).body.code
}

const exchanged = (code: string) => exchange(fixture, tokenRequest(client, code))
const keyFor = async (isForOrganization: boolean): Promise<string> =>
  (await exchanged(await newCode(isForOrganization))).body.access_token
const ask = (key: string, { method, path, body }: Partial<Endpoint>, headers: Record<string, string> = {}) =>
  fixture.request(`/api/v1${path!.replaceAll(/\{\+?\w+\}/g, uuidv7())}`, {
    method: method!,
    redirect: 'manual',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...headers,
    },
    ...(body && { body: '{}' }),
  })
const statusOf = async (key: string) => (await ask(key, { method: 'GET', path: '/usage' })).status

/** A batch of a tool's that names an address to be told. */
async function batchOf(key: string): Promise<string> {
  const reply = await fixture.request('/api/v1/batch', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls: [`${fixture.site.url}/plain`], webhook_url: 'https://hooks.example.com/' }),
  })
  expect(reply.status).toBe(200)
  return reply.body.batch_id
}

/** Whether the address that work of a key has named is told of it. */
async function isNotified(key: string): Promise<boolean> {
  const { rows } = await fixture.pool.query('SELECT id FROM api_key WHERE hash = $1', [storedHash(key)])
  // An account that is deleted takes its keys along, and what they have made.
  return rows.length > 0 && (await readEndedTools(fixture.pool, [rows[0].id])).size === 0
}

const takingKeys = named.filter(([, { auth }]) => auth !== 'none' && auth !== 'bearer')

describe('a tool may call what the consent page names, and nothing else', () => {
  let key: string
  beforeAll(async () => {
    await newPeople()
    key = await keyFor(false)
  })

  test.each(takingKeys)('%s', async (_name, endpoint) => {
    const reply = await ask(key, endpoint)
    expect(reply.body?.details?.reason === 'not_consented').toBe(endpoint.consent === undefined)
    if (endpoint.consent === undefined) expect([reply.status, reply.body.error]).toEqual([403, 'FORBIDDEN'])
  })

  test('which holds for every line of the page', async () => {
    const page = (await fixture.request(`/api/v1/oauth/authorize?client_id=${client.id}&redirect_uri=https://tool.example/callback&response_type=code&state=s`)).body
    for (const line of Object.values(CONSENTS)) expect(page).toContain(line)
    const used = new Set(named.map(([, { consent }]) => consent))
    for (const name of Object.keys(CONSENTS)) expect(used).toContain(name)
  }) // biome-ignore format: a query

  test('and leaves nothing that stands after its key: what it may call without reading is work', () => {
    const changing = takingKeys.filter(([, { method, consent }]) => consent && method !== 'GET')
    const areas = new Set(changing.map(([, { path, consent }]) => `${consent} ${path.split('/')[1]}`))
    expect([...areas].sort()).toEqual(
      ['batch', 'crawl', 'extract', 'jobs', 'map', 'parse', 'scrape', 'search'].map((area) => `work ${area}`),
    )
  })
})

describe('a tool acts for the account that was consented to, and no other', () => {
  const consented = takingKeys.filter(([, { consent }]) => consent)
  let own: string
  let shared: string
  beforeAll(async () => {
    await newPeople()
    own = await keyFor(false)
    shared = await keyFor(true)
  })

  test.each(consented)('%s', async (_name, endpoint) => {
    const headers = { 'X-Organization-Id': organizationId }
    expect((await ask(own, endpoint, headers)).body.error).toBe('FORBIDDEN')
    for (const other of [admin.id, owner.id])
      expect((await ask(shared, endpoint, { 'X-Organization-Id': other })).body.error).toBe('FORBIDDEN')
    if (pathParams(endpoint).length === 0) expect((await ask(shared, endpoint, headers)).status).not.toBe(403)
  })

  test('also by a session that is shared with an organization', async () => {
    const session = await fixture.asUser(owner, 'POST', '/sessions', {
      name: 'Login',
      domain: '127.0.0.1',
      cookies: { sid: 'x' },
    })
    const { id } = session.body
    await fixture.asUser(owner, 'POST', `/sessions/${id}/share`, { organization_id: organizationId })
    const read = (credentials: Record<string, string>) =>
      fixture.request(`/api/v1/sessions/${id}`, { headers: credentials })
    expect((await read({ Authorization: `Bearer ${admin.accessToken}` })).status).toBe(200)
    expect((await read({ 'X-API-Key': own })).status).toBe(404)
    const scrape = { url: `${fixture.site.url}/plain`, session_id: id }
    expect((await fixture.scrape(own, scrape)).status).toBe(404)
  })
})

/** What a consent rests on, and how it ends. `keysToo`: the keys that it gave end as well. */
interface Ending {
  name: string
  keysToo: boolean
  of: 'organization' | 'both'
  end(): Promise<unknown>
  /** How the code is refused then. */
  refusal?: [number, string]
}

const endings: Ending[] = [
  {
    name: 'removal',
    of: 'organization',
    keysToo: true,
    end: () => fixture.asUser(owner, 'DELETE', `/organizations/${organizationId}/members/${admin.userId}`),
  },
  {
    name: 'removal, though they come back',
    of: 'organization',
    keysToo: true,
    async end() {
      await fixture.asUser(owner, 'DELETE', `/organizations/${organizationId}/members/${admin.userId}`)
      await fixture.pool.query(
        "INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'admin')",
        [organizationId, admin.userId],
      )
    },
  },
  {
    name: 'leaving',
    of: 'organization',
    keysToo: true,
    end: () => fixture.asUser(admin, 'POST', `/organizations/${organizationId}/leave`),
  },
  { name: 'demotion', of: 'organization', keysToo: true, end: () => setRole('member') },
  {
    name: 'demotion, though it is taken back',
    of: 'organization',
    keysToo: true,
    end: async () => [await setRole('member'), await setRole('admin')],
  },
  {
    name: 'the deletion of the organization',
    of: 'organization',
    keysToo: true,
    end: () => fixture.asUser(owner, 'DELETE', `/organizations/${organizationId}?confirm=true`),
  },
  {
    name: 'the suspension of the organization',
    of: 'organization',
    keysToo: true,
    end: () => fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [organizationId]),
  },
  {
    name: 'the suspension of the person',
    of: 'both',
    keysToo: true,
    end: () => fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [admin.id]),
  },
  {
    name: 'the deletion of the person’s account',
    of: 'both',
    keysToo: true,
    async end() {
      const body = { password: admin.password, confirm: true }
      expect((await fixture.asUser(admin, 'DELETE', '/auth/account', body)).status).toBe(200)
    },
  },
  {
    name: 'the removal of the tool',
    of: 'both',
    keysToo: true,
    refusal: [401, 'invalid_client'],
    end: () => fixture.db.transaction((both) => removeClient(both, 'operator:test', client.id)),
  },
  {
    name: 'the removal of the address that the tool is sent to',
    of: 'both',
    keysToo: false,
    end: () => fixture.db.transaction((both) => setRedirectUris(both, 'operator:test', client.id, () => [])),
  },
  {
    name: 'a changed password',
    of: 'both',
    keysToo: false,
    async end() {
      const body = { current_password: admin.password, new_password: 'another long one' }
      expect((await fixture.asUser(admin, 'POST', '/auth/change-password', body)).status).toBe(200)
    },
  },
  {
    name: 'a password that was reset',
    of: 'both',
    keysToo: false,
    async end() {
      const token = createMailedToken()
      await fixture.pool.query(
        "INSERT INTO password_reset (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')",
        [admin.userId, storedHash(token)],
      )
      const body = JSON.stringify({ token, password: 'another long one' })
      const headers = { 'Content-Type': 'application/json' }
      const reply = await fixture.request('/api/v1/auth/reset-password', { method: 'POST', headers, body })
      expect(reply.status).toBe(200)
    },
  },
]

/** The admin, who signs in again where their password has changed. */
async function signedIn(): Promise<TestAccount> {
  const reply = await fixture.request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password: 'another long one' }),
  })
  return reply.status === 200 ? { ...admin, accessToken: reply.body.access_token } : admin
}

const setRole = (role: string) =>
  fixture.asUser(owner, 'PATCH', `/organizations/${organizationId}/members/${admin.userId}`, { role })

describe('a consent ends with what it was given under', () => {
  beforeEach(async () => {
    await fixture.forgetLimits()
    await newPeople()
  })
  const cases = endings.flatMap((ending) =>
    [true, false]
      .filter((isForOrganization) => isForOrganization || ending.of === 'both')
      .map((isForOrganization) => ({ ...ending, isForOrganization })),
  )

  test.each(cases)(
    'a code, by $name (for the organization: $isForOrganization)',
    async ({ isForOrganization, end, refusal = [400, 'invalid_grant'] }) => {
      const code = await newCode(isForOrganization)
      await end()
      const { status, body } = await exchanged(code)
      expect([status, body.error]).toEqual(refusal)
    },
  )

  test.each(cases)(
    'a key, by $name (for the organization: $isForOrganization), or not: $keysToo',
    async ({ isForOrganization, keysToo, end }) => {
      const key = await keyFor(isForOrganization)
      expect(await statusOf(key)).toBe(200)
      await end()
      if (keysToo) await eventually(async () => expect([401, 403]).toContain(await statusOf(key)))
      else expect(await statusOf(key)).toBe(200)
    },
  )

  test.each(cases)(
    'what a tool’s work tells, by $name (for the organization: $isForOrganization), or not: $keysToo',
    async ({ isForOrganization, keysToo, end }) => {
      const key = await keyFor(isForOrganization)
      if (isForOrganization) await deposit(fixture.pool, organizationId, 1_000_000n, 'test')
      const batch = await batchOf(key)
      expect(await isNotified(key)).toBe(true)
      await end()
      expect(await isNotified(key)).toBe(!keysToo)
      if (keysToo || isForOrganization) return
      await fixture.pool.query('UPDATE api_key SET revoked_at = now() WHERE hash = $1', [storedHash(key)])
      expect(await isNotified(key)).toBe(false)
      const retried = await fixture.asUser(await signedIn(), 'POST', `/batch/${batch}/webhook-retry`)
      expect(retried).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/The tool that/) },
      })
    },
  )

  test('a key whose consent has ended is revoked, and one of a suspended person is not', async () => {
    const [shared, own] = [await keyFor(true), await keyFor(false)]
    const revoked = async () => {
      await revokeEndedKeys(fixture.db)
      const hashes = [shared, own].map(storedHash)
      const { rows } = await fixture.pool.query(
        'SELECT revoked_at IS NOT NULL AS revoked FROM api_key WHERE hash = ANY($1) ORDER BY hash = $2 DESC',
        [hashes, hashes[0]],
      )
      return rows.map((row) => row.revoked)
    }
    const block = (at: string) =>
      fixture.pool.query(`UPDATE account SET blocked_at = ${at} WHERE id = $1`, [admin.id])
    await block('now()')
    expect(await revoked()).toEqual([false, false])
    await block('NULL')
    await setRole('member')
    expect(await revoked()).toEqual([true, false])
    const { body } = await fixture.asUser(owner, 'GET', `/organizations/${organizationId}/audit-log`)
    expect(JSON.stringify(body)).toContain('consent_ended')
  })

  test('a code of a session that has ended is not issued', async () => {
    const { status } = await authorize(fixture, admin, client)
    expect(status).toBe(200)
    await fixture.pool.query('DELETE FROM user_session WHERE user_id = $1', [admin.userId])
    // The gateway may trust the token for half a second; what it gives is read again.
    expect((await authorize(fixture, admin, client)).status).toBe(401)
  })
})
