import { uuidv7 } from '@gleaner/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let owner: TestAccount
let member: TestAccount
let stranger: TestAccount
let organization: string
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
beforeEach(async () => {
  ;[owner, member, stranger] = (await Promise.all([1, 2, 3].map(() => fixture.account()))) as [
    TestAccount,
    TestAccount,
    TestAccount,
  ]
  organization = await found(owner)
  await join(organization, member)
})
afterAll(() => fixture.close())

const SECRET = 'c4n4ry-value-of-a-cookie'

async function found(person: TestAccount): Promise<string> {
  return (await fixture.asUser(person, 'POST', '/organizations', { name: 'Harbour' })).body.id
}
const join = (id: string, { userId }: TestAccount, role = 'member') =>
  fixture.pool.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
    id,
    userId,
    role,
  ])
const setRole = ({ userId }: TestAccount, role: string) =>
  fixture.pool.query('UPDATE membership SET role = $2 WHERE user_id = $1', [userId, role])

const actingFor = (id: string) => ({ 'X-Organization-Id': id })
const create = async (person = owner, headers = {}) =>
  (
    await fixture.asUser(
      person,
      'POST',
      '/sessions',
      { name: 'shop', domain: 'shop.example.com', cookies: { sid: SECRET } },
      headers,
    )
  ).body.id as string
const share = (id: string, to = organization, person = owner, headers = {}) =>
  fixture.asUser(person, 'POST', `/sessions/${id}/share`, { organization_id: to }, headers)
const unshare = (id: string, person = owner, headers = {}) =>
  fixture.asUser(person, 'POST', `/sessions/${id}/unshare`, undefined, headers)
const see = async (id: string, person: TestAccount, headers = {}) =>
  (await fixture.asUser(person, 'GET', `/sessions/${id}`, undefined, headers)).status
const trail = async (id: string, person = owner, query = '') =>
  (await fixture.asUser(person, 'GET', `/sessions/${id}/audit${query}`)).body
const actions = async (id: string) =>
  (await trail(id)).entries.map(({ action, details }: { action: string; details: { reason?: string } }) =>
    details.reason ? `${action}: ${details.reason}` : action,
  )
const organizationLog = async () =>
  (await fixture.asUser(owner, 'GET', `/organizations/${organization}/audit-log`)).body.entries
    .filter(({ action }: { action: string }) => action.startsWith('session.'))
    .map(({ action, actor, target }: Record<string, string>) => [action, actor, target])

describe('sharing', () => {
  test('lets members use a session and read what is known of it, and nobody else', async () => {
    const id = await create()
    expect(await see(id, member)).toBe(404)
    const shared = await share(id)
    expect(shared).toMatchObject({ status: 200, body: { id, organization_id: organization, is_owner: true } })
    for (const headers of [{}, actingFor(organization)]) {
      const listed = await fixture.asUser(member, 'GET', '/sessions?include_shared=true', undefined, headers)
      expect(listed.body.sessions).toMatchObject([{ id, is_owner: false, cookie_names: ['sid'] }])
      expect(JSON.stringify(listed.body)).not.toContain(SECRET)
      expect((await fixture.asUser(member, 'GET', '/sessions', undefined, headers)).body.total).toBe(0)
      expect(await see(id, member, headers)).toBe(200)
    }
    expect((await fixture.get(member, `/sessions/${id}`)).status).toBe(200)
    expect((await trail(id, member)).total).toBe(2)
    expect(await see(id, stranger)).toBe(404)
    expect((await trail(id, stranger)).error).toBe('SESSION_NOT_FOUND')
  })

  test('is read-only: members, admins too, change nothing', async () => {
    const id = await create()
    await share(id)
    const changes: [string, string, unknown?][] = [
      ['PATCH', '', { name: 'mine' }],
      ['DELETE', ''],
      ['POST', '/refresh', { cookies: { sid: 'other' } }],
      ['POST', '/share', { organization_id: organization }],
    ]
    for (const role of ['member', 'admin']) {
      await setRole(member, role)
      for (const headers of [{}, actingFor(organization)])
        for (const [method, path, body] of changes) {
          const reply = await fixture.asUser(member, method, `/sessions/${id}${path}`, body, headers)
          expect([method, path, reply.status, reply.body.error]).toEqual([method, path, 403, 'FORBIDDEN'])
        }
    }
    expect(await actions(id)).toEqual(['shared', 'created'])
  })

  test('takes an admin or the owner of that organization, who is in it', async () => {
    const mine = await create(member)
    expect(await share(mine, organization, member)).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN' },
    })
    expect(await share(mine, await found(stranger), member)).toMatchObject({
      status: 404,
      body: { error: 'NOT_FOUND' },
    })
    expect((await share(mine, uuidv7(), member)).status).toBe(404)
    expect((await share(mine, 'harbour', member)).status).toBe(400)
    await setRole(member, 'admin')
    expect((await share(mine, organization, member)).status).toBe(200)
    const byKey = await fixture.request(`/api/v1/sessions/${mine}/share`, {
      method: 'POST',
      headers: { 'X-API-Key': member.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ organization_id: organization }),
    })
    // A key does what its maker may do.
    expect([byKey.status, byKey.body.organization_id]).toEqual([200, organization])
  })

  test('with another organization ends the first; with the same one changes nothing', async () => {
    const id = await create()
    const other = await found(owner)
    await share(id)
    await share(id)
    expect((await share(id, other)).body.organization_id).toBe(other)
    expect(await see(id, member)).toBe(404)
    expect(await actions(id)).toEqual(['shared', 'unshared: shared_elsewhere', 'shared', 'created'])
    const actor = `user:${owner.userId}`
    expect(await organizationLog()).toEqual([
      ['session.unshared', actor, `session:${id}`],
      ['session.shared', actor, `session:${id}`],
    ])
  })

  test('409 for a session that an organization owns, whose members use it as it is', async () => {
    const id = await create(owner, actingFor(organization))
    const headers = actingFor(organization)
    for (const to of [organization, await found(owner)])
      expect(await share(id, to, owner, headers)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } })
    expect(await see(id, member, headers)).toBe(200)
    expect((await unshare(id, owner, headers)).status).toBe(200)
    expect((await share(id)).status).toBe(404)
  })

  test('410 for a deleted one, which its owner can still read, and members cannot', async () => {
    const id = await create()
    await share(id)
    await fixture.asUser(owner, 'DELETE', `/sessions/${id}`)
    expect(await see(id, member)).toBe(404)
    for (const { status, body } of [await share(id), await unshare(id)])
      expect([status, body.error]).toEqual([410, 'SESSION_INACTIVE'])
    expect((await trail(id)).entries[0].action).toBe('deleted')
  })
})

describe('sharing ends', () => {
  test('when its owner says so, or an admin of the organization, but no member', async () => {
    const id = await create()
    await share(id)
    for (const headers of [{}, actingFor(organization)])
      expect(await unshare(id, member, headers)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } })
    expect((await unshare(id, stranger)).status).toBe(404)
    expect(await unshare(id)).toMatchObject({ status: 200, body: { organization_id: null } })
    expect(await see(id, member)).toBe(404)
    expect((await unshare(id)).status).toBe(200)

    await share(id)
    await setRole(member, 'admin')
    expect(await unshare(id, member)).toMatchObject({
      status: 200,
      body: { id, organization_id: null, is_owner: false },
    })
    expect(await see(id, member)).toBe(404)
    expect((await trail(id)).entries[0]).toMatchObject({
      action: 'unshared',
      actor: `user:${member.userId}`,
      details: { organization_id: organization },
    })
    expect(await actions(id)).toEqual(['unshared', 'shared', 'unshared', 'shared', 'created'])
  })

  test('when who shared leaves or is removed, and does not begin again when they come back', async () => {
    await setRole(member, 'admin')
    const id = await create(member)
    for (const leave of [
      () => fixture.asUser(member, 'POST', `/organizations/${organization}/leave`),
      () => fixture.asUser(owner, 'DELETE', `/organizations/${organization}/members/${member.userId}`),
    ]) {
      await share(id, organization, member)
      expect(await see(id, owner)).toBe(200)
      expect((await leave()).status).toBe(204)
      expect(await see(id, owner)).toBe(404)
      await join(organization, member, 'admin')
      expect(await see(id, owner)).toBe(404)
      expect((await trail(id, member)).entries[0]).toMatchObject({
        action: 'unshared',
        details: { reason: 'member_gone' },
      })
    }
    // Even where a membership had ended without that.
    await share(id, organization, member)
    await fixture.pool.query('DELETE FROM membership WHERE user_id = $1', [member.userId])
    expect(await see(id, owner)).toBe(404)
  })

  test('for a member who leaves', async () => {
    const id = await create()
    await share(id)
    await fixture.asUser(member, 'POST', `/organizations/${organization}/leave`)
    expect(await see(id, member)).toBe(404)
    expect((await trail(id, member)).error).toBe('SESSION_NOT_FOUND')
  })

  test('when the organization is deleted', async () => {
    const id = await create()
    await share(id)
    await fixture.asUser(owner, 'DELETE', `/organizations/${organization}?confirm=true`)
    expect(await see(id, member)).toBe(404)
    expect((await fixture.get(owner, `/sessions/${id}`)).body.organization_id).toBeNull()
    expect(await actions(id)).toEqual(['unshared: organization_deleted', 'shared', 'created'])
  })

  test('for good, whatever else happens at the same time', async () => {
    await setRole(member, 'admin')
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => create(member)))
    const shared = ids.map((id) => share(id, organization, member))
    const left = fixture.asUser(member, 'POST', `/organizations/${organization}/leave`)
    const replies = await Promise.all(shared)
    expect((await left).status).toBe(204)
    // Either before, and ended by leaving, or after, and refused.
    for (const { status } of replies) expect([200, 404]).toContain(status)
    const { rows } = await fixture.pool.query(
      'SELECT organization_id FROM login_session WHERE id = ANY($1) AND organization_id IS NOT NULL',
      [ids],
    )
    expect(rows).toEqual([])
    const [one] = ids
    await join(organization, member, 'admin')
    const races = await Promise.all([
      share(one!, organization, member),
      unshare(one!, member),
      share(one!, organization, member),
      fixture.asUser(member, 'DELETE', `/sessions/${one}`),
      share(one!, organization, member),
    ])
    for (const { status } of races) expect([200, 204, 410]).toContain(status)
    expect((await fixture.asUser(member, 'GET', `/sessions/${one}`)).body).toMatchObject({
      status: 'inactive',
      organization_id: null,
    })
  })
})

test('the trail comes in pages, newest first, and holds no value of a cookie', async () => {
  const id = await create()
  await share(id)
  await unshare(id)
  expect(await trail(id, owner, '?limit=1&offset=1')).toMatchObject({
    entries: [{ action: 'shared', actor: `user:${owner.userId}` }],
    total: 3,
  })
  expect(await trail(id, owner, '?limit=0')).toMatchObject({ error: 'INVALID_REQUEST' })
  expect(JSON.stringify(await trail(id))).not.toContain(SECRET)
  for (const path of ['nonsense', uuidv7()])
    expect((await fixture.asUser(owner, 'GET', `/sessions/${path}/audit`)).body.error).toBe(
      'SESSION_NOT_FOUND',
    )
})
