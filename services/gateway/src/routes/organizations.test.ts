import { deposit } from '@gleaner/billing'
import { type Role, uuidv7 } from '@gleaner/contracts'
import { createDatabase, type Database } from '@gleaner/db'
import { createOrganization } from '@gleaner/organizations'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { eraseAccounts } from '../testing/erase-accounts.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let db: Database
let owner: TestAccount
let admin: TestAccount
let member: TestAccount
let stranger: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture()
  db = createDatabase(fixture.pool)
  const people = await Promise.all(Array.from({ length: 4 }, () => fixture.account(100_000)))
  ;[owner, admin, member, stranger] = people as [TestAccount, TestAccount, TestAccount, TestAccount]
})
afterAll(() => fixture.close())

let id: string
beforeEach(async () => {
  await fixture.pool.query('DELETE FROM organization')
  // Not by a request: twenty a day are the limit of one person.
  const made = await db.transaction((both) =>
    createOrganization(both, owner.userId, { name: 'Acme Scraping Team' }),
  )
  id = made.id
  await Promise.all([join(admin, 'admin'), join(member, 'member')])
})

const call = (by: TestAccount, method: string, path: string, body?: unknown) =>
  fixture.asUser(by, method, `/organizations${path}`, body)
const actingFor = (by: TestAccount, method: string, path: string, body?: unknown, organization = id) =>
  fixture.asUser(by, method, path, body, { 'X-Organization-Id': organization })

async function join({ userId }: TestAccount, role: Role): Promise<void> {
  await fixture.pool.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
    id,
    userId,
    role,
  ])
}

async function roles(): Promise<Record<string, Role>> {
  const { rows } = await fixture.pool.query('SELECT user_id, role FROM membership WHERE account_id = $1', [
    id,
  ])
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]))
}

describe('/organizations', () => {
  test('201 creates one with a balance of its own, of which the caller is the owner', async () => {
    const description = 'We read pages.'
    const { status, body } = await call(owner, 'POST', '', { name: ' Ärger & Söhne ', description })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Ärger & Söhne',
      description,
      role: 'owner',
      member_count: 1,
      is_personal: false,
    })
    expect(body.slug).toMatch(/^arger-sohne-[0-9a-f]{8}$/)
    const listed = await call(owner, 'GET', '')
    expect(listed.body).toMatchObject({ total: 2, organizations: [{ id, member_count: 3 }, body] })
    expect((await call(owner, 'GET', '?limit=1&offset=1')).body.organizations).toEqual([body])
    expect(await fixture.balance({ ...owner, id: body.id })).toEqual([0, 0])
  })

  test('members read it, admins and the owner change it, and its slug stays', async () => {
    const before = (await call(member, 'GET', `/${id}`)).body
    expect(before).toMatchObject({ role: 'member', member_count: 3, description: null })
    expect((await call(member, 'PATCH', `/${id}`, { name: 'Mine' })).status).toBe(403)
    const changed = await call(admin, 'PATCH', `/${id}`, { name: 'Renamed', description: 'x' })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Renamed', description: 'x', slug: before.slug },
    })
    expect((await call(owner, 'PATCH', `/${id}`, { description: null })).body).toMatchObject({
      name: 'Renamed',
      description: null,
    })
    expect((await call(owner, 'PATCH', `/${id}`, {})).status).toBe(400)
  })

  test('404 for everybody else, as for what does not exist, and nothing is changed', async () => {
    const before = await roles()
    for (const organization of [id, uuidv7(), 'x', stranger.id])
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', { name: 'Mine' }],
        ['DELETE', '?confirm=true'],
        ['GET', '/members'],
        ['PATCH', `/members/${stranger.userId}`, { role: 'admin' }],
        ['DELETE', `/members/${member.userId}`],
        ['DELETE', `/members/${stranger.userId}`],
        ['POST', '/leave'],
        ['POST', '/transfer', { user_id: stranger.userId }],
        ['GET', '/audit-log'],
      ] as const) {
        const reply = await call(stranger, method, `/${organization}${path}`, body)
        expect([method, path, reply.status, reply.body.error]).toEqual([method, path, 404, 'NOT_FOUND'])
      }
    expect(await roles()).toEqual(before)
  })

  test('an API key manages none', async () => {
    expect((await fixture.get(owner, '/organizations')).status).toBe(401)
    expect((await fixture.get(owner, `/organizations/${id}`)).status).toBe(401)
  })

  test('one person is in fifty at most, also when many are created at once', async () => {
    await fixture.pool.query(
      `WITH made AS (
         INSERT INTO account (id, name, kind) SELECT gen_random_uuid(), 'n', 'organization' FROM generate_series(1, 47) RETURNING id
       ), organizations AS (
         INSERT INTO organization (account_id, slug) SELECT id, id::text FROM made
       ), balances AS (
         INSERT INTO balance (account_id) SELECT id FROM made
       )
       INSERT INTO membership (account_id, user_id, role) SELECT id, $1, 'owner' FROM made`,
      [owner.userId],
    )
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call(owner, 'POST', '', { name: 'One more' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)])
  })
})

describe('members', () => {
  test('are listed for every member', async () => {
    const { body } = await call(member, 'GET', `/${id}/members`)
    expect(body.total).toBe(3)
    const listed = body.members.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role])
    expect(Object.fromEntries(listed)).toEqual(await roles())
    expect(body.members[0]).toMatchObject({ email: expect.stringContaining('@'), name: 'Test' })
  })

  // The table of permissions: `docs/decisions/0028-organizations.md`.
  const people = { owner: () => owner, admin: () => admin, member: () => member }
  test.each<[Role, Role | 'other admin' | 'other member', unknown, number]>([
    ['owner', 'member', { role: 'admin' }, 200],
    ['owner', 'admin', { role: 'member' }, 200],
    ['owner', 'owner', { role: 'admin' }, 403],
    ['owner', 'member', { role: 'owner' }, 400],
    ['admin', 'other member', { role: 'member' }, 200],
    ['admin', 'other member', { role: 'admin' }, 403],
    ['admin', 'other admin', { role: 'member' }, 403],
    ['admin', 'owner', { role: 'member' }, 403],
    ['admin', 'admin', { role: 'member' }, 403],
    ['member', 'other member', { role: 'admin' }, 403],
    ['member', 'member', { role: 'admin' }, 403],
    ['owner', 'member', undefined, 204],
    ['owner', 'admin', undefined, 204],
    ['admin', 'other member', undefined, 204],
    ['admin', 'other admin', undefined, 403],
    ['admin', 'owner', undefined, 403],
    ['member', 'other member', undefined, 403],
    ['member', 'owner', undefined, 403],
    ['member', 'member', undefined, 204],
    ['admin', 'admin', undefined, 204],
    ['owner', 'owner', undefined, 409],
  ])('the %s asks of the %s %j: %i', async (by, whom, role, status) => {
    if (whom === 'other admin' || whom === 'other member') await join(stranger, whom.slice(6) as Role)
    const target = whom in people ? people[whom as Role]() : stranger
    const before = await roles()
    const reply = await call(people[by](), role ? 'PATCH' : 'DELETE', `/${id}/members/${target.userId}`, role)
    expect([reply.status, reply.body]).toEqual([status, expect.anything()])
    const wanted = role ? { ...before, [target.userId]: (role as { role: Role }).role } : before
    if (status === 204) delete wanted[target.userId]
    expect(await roles()).toEqual(status < 400 ? wanted : before)
  })

  test('404 for somebody who is no member', async () => {
    for (const other of [stranger.userId, uuidv7(), 'x']) {
      expect((await call(owner, 'PATCH', `/${id}/members/${other}`, { role: 'admin' })).status).toBe(404)
      expect((await call(owner, 'DELETE', `/${id}/members/${other}`)).status).toBe(404)
    }
    expect((await call(owner, 'POST', `/${id}/transfer`, { user_id: stranger.userId })).status).toBe(404)
  })

  test('leave; the owner hands over first, and is an admin then', async () => {
    expect((await call(member, 'POST', `/${id}/leave`)).status).toBe(204)
    expect((await call(member, 'POST', `/${id}/leave`)).status).toBe(404)
    expect(await call(owner, 'POST', `/${id}/leave`)).toMatchObject({
      status: 409,
      body: { error: 'CONFLICT' },
    })
    expect((await call(admin, 'POST', `/${id}/transfer`, { user_id: admin.userId })).status).toBe(403)
    const handedOver = await call(owner, 'POST', `/${id}/transfer`, { user_id: admin.userId.toUpperCase() })
    expect(handedOver).toMatchObject({ status: 200, body: { role: 'admin' } })
    expect(await roles()).toEqual({ [owner.userId]: 'admin', [admin.userId]: 'owner' })
    expect((await call(owner, 'POST', `/${id}/leave`)).status).toBe(204)
  })
})

describe('there is exactly one owner', () => {
  const transfer = (by: TestAccount, to: TestAccount) =>
    call(by, 'POST', `/${id}/transfer`, { user_id: to.userId })
  const remove = (by: TestAccount, whom: TestAccount) => call(by, 'DELETE', `/${id}/members/${whom.userId}`)
  const leave = (by: TestAccount) => call(by, 'POST', `/${id}/leave`)
  test.each([
    ['is handed to two at once', () => [transfer(owner, admin), transfer(owner, member)]],
    ['is handed to somebody who leaves', () => [transfer(owner, member), leave(member)]],
    ['is handed to somebody who is removed', () => [transfer(owner, member), remove(admin, member)]],
    [
      'is handed over while everybody leaves',
      () => [transfer(owner, admin), ...[owner, admin, member].map(leave)],
    ],
    [
      'is handed over while roles change',
      () => [
        transfer(owner, admin),
        call(owner, 'PATCH', `/${id}/members/${admin.userId}`, { role: 'member' }),
        call(owner, 'PATCH', `/${id}/members/${member.userId}`, { role: 'admin' }),
      ],
    ],
  ])('when it %s', async (_, act) => {
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(act())
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      const owners = Object.entries(await roles()).filter(([, role]) => role === 'owner')
      expect(owners).toHaveLength(1)
    }
  })

  test.each([
    ['none', "DELETE FROM membership WHERE account_id = $1 AND role = 'owner'"],
    ['none', "UPDATE membership SET role = 'admin' WHERE account_id = $1"],
    ['two', "UPDATE membership SET role = 'owner' WHERE account_id = $1"],
  ])('the database refuses %s: %s', async (_, statement) => {
    await expect(fixture.pool.query(statement, [id])).rejects.toThrow(/owner/)
  })
})

describe('X-Organization-Id', () => {
  const url = () => `${fixture.site.url}/plain`

  test('its keys and proxies are the organization’s: members use them, admins manage them', async () => {
    const made = await actingFor(admin, 'POST', '/api-keys', { name: 'shared' })
    expect(made.status).toBe(201)
    expect((await actingFor(member, 'GET', '/api-keys')).body).toMatchObject({
      total: 1,
      items: [{ name: 'shared' }],
    })
    expect((await fixture.asUser(admin, 'GET', '/api-keys')).body.items).not.toContainEqual(
      expect.objectContaining({ name: 'shared' }),
    )
    const refused = await actingFor(member, 'POST', '/api-keys', { name: 'mine' })
    expect(refused).toMatchObject({
      status: 403,
      body: { details: { role: 'member', needed_role: 'admin' } },
    })
    const { id: keyId, key } = made.body
    expect((await actingFor(member, 'PATCH', `/api-keys/${keyId}`, { name: 'mine' })).status).toBe(403)
    expect((await actingFor(member, 'DELETE', `/api-keys/${keyId}`)).status).toBe(403)

    const byKey = (method: string, path: string, body?: unknown) =>
      fixture.request(`/api/v1${path}`, {
        method,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    // The shared key is in every member's hands.
    const proxy = { name: 'p', url: 'http://proxy.example.com:8080' }
    expect((await byKey('POST', '/proxies', proxy)).status).toBe(403)
    expect((await byKey('GET', '/proxies')).body).toEqual({ proxies: [], total: 0 })
    await call(owner, 'DELETE', `/${id}/members/${admin.userId}`)
    expect((await byKey('GET', '/proxies')).status).toBe(200)
  })

  test('the organization pays for what a member’s own key does for it, and owns it', async () => {
    const header = { 'X-Organization-Id': id }
    const poor = await fixture.scrape(member, { url: url() }, header)
    expect(poor).toMatchObject({ status: 402, body: { error: 'INSUFFICIENT_BALANCE' } })
    await deposit(fixture.pool, id, 100_000n, 'test')
    const before = await fixture.balance(member)
    const { status, body } = await fixture.scrape(member, { url: url() }, header)
    expect(status).toBe(200)
    expect(await fixture.balance(member)).toEqual(before)
    expect((await fixture.balance({ ...member, id }))[0]).toBeLessThan(100_000)
    const job = `/jobs/${body.job_id}`
    expect((await fixture.get(member, job)).status).toBe(404)
    const read = (by: TestAccount) =>
      fixture.request(`/api/v1${job}`, { headers: { 'X-API-Key': by.key, ...header } })
    expect((await read(admin)).status).toBe(200)
    expect((await read(stranger)).status).toBe(403)
  })

  test.each(['', 'x', 'null', '0', `${uuidv7()}, ${uuidv7()}`, 'x'.repeat(4_000)])(
    '400 for %j',
    async (value) => {
      const reply = await actingFor(owner, 'GET', '/api-keys', undefined, value)
      expect(reply).toMatchObject({
        status: 400,
        body: { details: { issues: [{ path: 'X-Organization-Id' }] } },
      })
    },
  )

  test('who is removed is refused within a second', async () => {
    expect((await actingFor(member, 'GET', '/api-keys')).status).toBe(200)
    expect((await fixture.scrape(member, { url: url() }, { 'X-Organization-Id': id })).status).toBe(402)
    await call(owner, 'DELETE', `/${id}/members/${member.userId}`)
    const removed = { status: 403, body: { error: 'FORBIDDEN' } }
    const both = async () => {
      expect(await actingFor(member, 'GET', '/api-keys')).toMatchObject(removed)
      expect(await fixture.scrape(member, { url: url() }, { 'X-Organization-Id': id })).toMatchObject(removed)
    }
    await eventually(both, { timeoutMs: 1_000 })
  })
})

describe('deleting an organization', () => {
  test('is the owner’s, says what is lost, and leaves the books alone', async () => {
    await deposit(fixture.pool, id, 100_000n, 'test')
    const { key } = (await actingFor(owner, 'POST', '/api-keys', { name: 'shared' })).body
    const header = { 'X-Organization-Id': id }
    const { job_id } = (await fixture.scrape(member, { url: `${fixture.site.url}/plain` }, header)).body
    for (const by of [admin, member])
      expect((await call(by, 'DELETE', `/${id}?confirm=true`)).status).toBe(403)
    const refused = await call(owner, 'DELETE', `/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: { balance_cents: 9 } } })
    expect(await roles()).not.toEqual({})
    const before = await fixture.balance({ ...owner, id })

    const replies = await Promise.all([1, 2, 3].map(() => call(owner, 'DELETE', `/${id}?confirm=true`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    expect(await roles()).toEqual({})
    expect((await call(owner, 'GET', `/${id}`)).status).toBe(404)
    const refusals = async () => {
      expect((await actingFor(owner, 'GET', '/api-keys')).status).toBe(403)
      expect((await fixture.scrape(key, { url: `${fixture.site.url}/plain` })).status).toBe(401)
    }
    await eventually(refusals, { timeoutMs: 1_000 })
    await eraseAccounts(fixture)
    expect((await fixture.pool.query('SELECT FROM job WHERE id = $1', [job_id])).rowCount).toBe(0)
    expect(await fixture.balance({ ...owner, id })).toEqual(before)
    expect((await fixture.pool.query('SELECT name FROM account WHERE id = $1', [id])).rows).toEqual([
      { name: 'deleted account' },
    ])
  })

  test('needs no confirmation when there is nothing to lose', async () => {
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204)
  })

  test('lets its owner delete their own account, which before is refused', async () => {
    const person = await fixture.account(0)
    const made = (await call(person, 'POST', '', { name: 'Theirs' })).body
    const leave = () =>
      fixture.asUser(person, 'DELETE', '/auth/account', { password: person.password, confirm: true })
    expect(await leave()).toMatchObject({
      status: 409,
      body: { details: { organizations: [{ id: made.id, name: 'Theirs' }] } },
    })
    expect((await call(person, 'DELETE', `/${made.id}`)).status).toBe(204)
    expect((await leave()).status).toBe(200)
  })
})

test('the audit log tells members who did what, page by page', async () => {
  await call(owner, 'PATCH', `/${id}`, { description: 'x' })
  await call(owner, 'PATCH', `/${id}/members/${member.userId}`, { role: 'admin' })
  await call(member, 'POST', `/${id}/leave`)
  await call(owner, 'POST', `/${id}/transfer`, { user_id: admin.userId })
  const { body } = await call(admin, 'GET', `/${id}/audit-log`)
  expect(body.total).toBe(5)
  const entries = body.entries.map(({ action, actor, target, details }: Record<string, unknown>) => [
    action,
    actor,
    target,
    details,
  ])
  expect(entries).toEqual([
    ['organization.transferred', `user:${owner.userId}`, `user:${admin.userId}`, {}],
    ['member.left', `user:${member.userId}`, `user:${member.userId}`, {}],
    ['member.role_changed', `user:${owner.userId}`, `user:${member.userId}`, { from: 'member', to: 'admin' }],
    ['organization.updated', `user:${owner.userId}`, null, { fields: ['description'] }],
    ['organization.created', `user:${owner.userId}`, null, {}],
  ])
  expect(body.entries[0].actor_name).toMatch(/@example\.com$/)
  const page = await call(owner, 'GET', `/${id}/audit-log?limit=1&offset=4`)
  expect(page.body).toEqual({ total: 5, entries: [body.entries[4]] })
})
