import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { findUsable } from './find-usable.ts'
import { openSession } from './open-session.ts'
import { createPeople, type People } from './testing/people.ts'
import { storeSession } from './testing/store-session.ts'
import { createValidationsFixture, type ValidationsFixture } from './testing/validations-fixture.ts'

let fixture: ValidationsFixture
let people: People
beforeAll(async () => {
  fixture = await createValidationsFixture()
  people = createPeople(fixture.ctx.pool)
})
afterAll(() => fixture.close())

const open = (id: string, accountId: string, apiKeyId: string | null = null) =>
  openSession(fixture.ctx, id, { accountId, apiKeyId })
const isOpen = async (...given: Parameters<typeof open>) => (await open(...given)) !== undefined
const isUsable = async (id: string, accountId: string, userId?: string) =>
  (await findUsable(fixture.ctx.pool, { accountId, userId }, [id])).has(id)

describe('a session is sent', () => {
  test.each([
    ["status = 'active'", true],
    ["status = 'pending_validation'", true],
    ["status = 'invalid'", false],
    ["status = 'expired'", false],
    ["status = 'inactive', data_key = NULL, secret = NULL", false],
    ["expires_at = now() + interval '1 hour'", true],
    ["expires_at = now() - interval '1 s'", false],
    ["expires_at = now() + interval '1 hour', cookies_expire_at = now() - interval '1 s'", false],
    ["status = 'pending_validation', cookies_expire_at = now() - interval '1 s'", false],
  ])('with %s: %j', async (set, isSent) => {
    expect(await isOpen(await fixture.session(set), fixture.accountId)).toBe(isSent)
  })

  test('with its headers, and without those of its cookies that have ended', async () => {
    const cookie = (name: string, expiresAt?: number) => ({
      ...{ name, value: 'x', domain: 'example.com', hostOnly: false, path: '/', httpOnly: false },
      ...(expiresAt !== undefined && { expiresAt }),
    })
    const hour = 3_600_000
    const id = await storeSession(fixture.ctx, {
      accountId: fixture.accountId,
      domain: 'example.com',
      cookies: [cookie('always'), cookie('later', Date.now() + hour), cookie('ended', Date.now() - hour)],
      headers: { 'X-Token': 'x' },
    })
    const session = await open(id, fixture.accountId)
    expect(session).toMatchObject({ id, domain: 'example.com', version: 1, headers: { 'X-Token': 'x' } })
    expect(session!.cookies.map(({ name }) => name)).toEqual(['always', 'later'])
    expect(JSON.stringify(Object.keys(session!))).not.toMatch(/dataKey|secret/)
  })
})

describe('a session that is shared with an organization', () => {
  let id: string
  let organization: string
  /** Who shares it. */
  let owner: string
  let member: { account: string; user: string; key: string }
  beforeEach(async () => {
    id = await fixture.session()
    organization = await people.organization()
    owner = await people.user(fixture.accountId)
    await people.join(organization, owner)
    const account = await people.account()
    const user = await people.user(account)
    member = { account, user, key: await people.key(account, user) }
    await people.join(organization, user)
  })
  const share = () => people.share(id, organization, owner)

  test('is used by its members, whom it is foreign to, for as long as it is shared', async () => {
    const isTheirs = async () => [
      await isOpen(id, member.account, member.key),
      await isOpen(id, member.account),
      await isUsable(id, member.account, member.user),
    ]
    expect(await isTheirs()).toEqual([false, false, false])
    await share()
    expect(await isTheirs()).toEqual([true, true, true])
    expect(await open(id, member.account, member.key)).toMatchObject({ isForeign: true })
    await fixture.ctx.pool.query('UPDATE login_session SET organization_id = NULL WHERE id = $1', [id])
    expect(await isTheirs()).toEqual([false, false, false])
  })

  test('is not used any more by a member who is gone, nor by any once who shared it is gone', async () => {
    await share()
    const other = await people.user(await people.account())
    await people.join(organization, other)
    await people.leave(organization, member.user)
    expect(await isOpen(id, member.account, member.key)).toBe(false)
    expect(await isUsable(id, member.account, member.user)).toBe(false)
    await people.join(organization, member.user)
    expect(await isOpen(id, member.account, member.key)).toBe(true)
    await people.leave(organization, owner)
    expect(await isOpen(id, member.account, member.key)).toBe(false)
    expect(await isUsable(id, member.account, member.user)).toBe(false)
    expect(await isOpen(id, fixture.accountId)).toBe(true)
  })

  test('is used with keys of the organization, and by nobody else', async () => {
    await share()
    expect(await isOpen(id, organization, await people.key(organization, null))).toBe(true)
    const stranger = await people.account()
    const strangerUser = await people.user(stranger)
    expect(await isOpen(id, stranger, await people.key(stranger, strangerUser))).toBe(false)
    const elsewhere = await people.organization()
    await people.join(elsewhere, strangerUser)
    expect(await isOpen(id, stranger, await people.key(stranger, strangerUser))).toBe(false)
    expect(await isOpen(id, elsewhere, await people.key(elsewhere, null))).toBe(false)
  })

  test('is not used by a tool of a member: its key is nobody’s', async () => {
    await share()
    await fixture.ctx.pool.query(
      `INSERT INTO oauth_client (id, name) VALUES ('tool', 'A tool') ON CONFLICT DO NOTHING`,
    )
    const key = await people.key(member.account, member.user, 'tool')
    expect(await isOpen(id, member.account, key)).toBe(false)
    expect(await isOpen(id, fixture.accountId, await people.key(fixture.accountId, owner, 'tool'))).toBe(true)
  })
})

describe('a session is foreign', () => {
  const isForeign = async (...given: Parameters<typeof open>) => (await open(...given))!.isForeign

  test('not to its own account, whichever key asks', async () => {
    const id = await fixture.session()
    const user = await people.user(fixture.accountId)
    expect(await isForeign(id, fixture.accountId)).toBe(false)
    expect(await isForeign(id, fixture.accountId, await people.key(fixture.accountId, user))).toBe(false)
    expect(await isForeign(id, fixture.accountId, crypto.randomUUID())).toBe(false)
  })

  test('of an organization to all but keys of those who are admins of it', async () => {
    const organization = await people.organization()
    const id = await storeSession(fixture.ctx, { accountId: organization, domain: 'example.com' })
    const keyOf = async (role: string) => {
      const account = await people.account()
      const user = await people.user(account)
      await people.join(organization, user, role)
      return await people.key(account, user)
    }
    expect(await isForeign(id, organization, await keyOf('admin'))).toBe(false)
    expect(await isForeign(id, organization, await keyOf('member'))).toBe(true)
    const admin = await people.user(await people.account())
    await people.join(organization, admin, 'admin')
    expect(await isForeign(id, organization, await people.key(organization, admin))).toBe(true)
    expect(await isForeign(id, organization, await people.key(organization, null))).toBe(true)
    expect(await isForeign(id, organization)).toBe(true)
  })
})

test('of many sessions those are found that the caller may use, as they are by now', async () => {
  const own = await fixture.session("expires_at = now() - interval '1 s'")
  const strange = await storeSession(fixture.ctx, {
    accountId: await people.account(),
    domain: 'example.com',
  })
  const found = await findUsable(fixture.ctx.pool, { accountId: fixture.accountId, userId: undefined }, [
    own,
    strange,
  ])
  expect([...found.values()]).toEqual([{ id: own, domain: 'example.com', status: 'expired', isOwn: true }])
})
