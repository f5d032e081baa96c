import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, type Database } from '@gleaner/db'
import { createOrganization } from '@gleaner/organizations'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'
import { sentMails } from '../testing/sent-mails.ts'

const ENCRYPTION_KEYS = generateKey('test')

let fixture: GatewayFixture
let db: Database
let owner: TestAccount
let admin: TestAccount
let member: TestAccount
let invited: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ ENCRYPTION_KEYS, TRUST_PROXY: '1' })
  db = createDatabase(fixture.pool)
  const people = await Promise.all(Array.from({ length: 4 }, () => fixture.account(0)))
  ;[owner, admin, member, invited] = people as [TestAccount, TestAccount, TestAccount, TestAccount]
})
afterAll(() => fixture.close())

let id: string
beforeEach(async () => {
  await fixture.pool.query('DELETE FROM organization')
  await fixture.pool.query('DELETE FROM invitation')
  const made = await db.transaction((both) => createOrganization(both, owner.userId, { name: 'Acme' }))
  id = made.id
  for (const [{ userId }, role] of [
    [admin, 'admin'],
    [member, 'member'],
  ] as const)
    await fixture.pool.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
      id,
      userId,
      role,
    ])
})

const sent = (by: TestAccount, method: string, path = '', body?: unknown) =>
  fixture.asUser(by, method, `/organizations/${id}/invitations${path}`, body)
const invite = (by: TestAccount, email: string, role?: string) => sent(by, 'POST', '', { email, role })
const accept = (by: TestAccount, token: string) =>
  fixture.asUser(by, 'POST', '/invitations/accept', { token })

let requests = 0
/** Without credentials, each from an address of its own. */
function anonymous(what: 'preview' | 'decline', token: string): Promise<Reply> {
  const from = `198.51.100.${requests++ & 255}`
  return fixture.request(`/api/v1/invitations/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ token }),
  })
}

async function tokensTo(email: string): Promise<string[]> {
  const outbox = { pool: fixture.pool, secretBox: createSecretBox(ENCRYPTION_KEYS) }
  return (await sentMails(outbox, email)).map((text) => /\/invitation#([\w-]+)$/m.exec(text)![1]!)
}

/** Invites, and returns the token of the mail. */
async function invitation(email: string, role = 'member'): Promise<string> {
  expect((await invite(owner, email, role)).status).toBe(201)
  return (await tokensTo(email)).at(-1)!
}

async function roleOf({ userId }: TestAccount): Promise<string | undefined> {
  const { rows } = await fixture.pool.query(
    'SELECT role FROM membership WHERE account_id = $1 AND user_id = $2',
    [id, userId],
  )
  return rows[0]?.role
}

async function expectDead(token: string): Promise<void> {
  expect((await anonymous('preview', token)).status).toBe(404)
  expect((await accept(invited, token)).status).toBe(404)
  expect(await roleOf(invited)).toBeUndefined()
}

describe('an invitation', () => {
  test('comes by a mail whose link lets the invited person in, with the role that was given', async () => {
    const { status, body } = await invite(owner, ` ${invited.email.toUpperCase()}`, 'admin')
    expect(status).toBe(201)
    expect(body).toMatchObject({ email: invited.email, role: 'admin', invited_by: owner.email })
    const days = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    const [token] = await tokensTo(invited.email)
    // Only the mail knows it.
    expect(JSON.stringify([body, (await sent(owner, 'GET')).body, fixture.logs])).not.toContain(token)

    const received = await fixture.asUser(invited, 'GET', '/invitations')
    expect(received.body).toMatchObject({
      total: 1,
      invitations: [{ id: body.id, organization: { id, name: 'Acme' } }],
    })
    expect(JSON.stringify(received.body)).not.toContain(token)
    expect((await anonymous('preview', token!)).body).toEqual(received.body.invitations[0])
    expect(await accept(invited, token!)).toMatchObject({
      status: 200,
      body: { id, role: 'admin', member_count: 4 },
    })
    expect((await sent(owner, 'GET')).body).toEqual({ invitations: [], total: 0 })
    const log = (await fixture.asUser(invited, 'GET', `/organizations/${id}/audit-log?limit=2`)).body.entries
    expect(log).toMatchObject([
      { action: 'invitation.accepted', actor: `user:${invited.userId}`, target: `invitation:${body.id}` },
      { action: 'invitation.created', actor: `user:${owner.userId}`, details: { role: 'admin' } },
    ])
  })

  test('may be accepted again by who has accepted it, and by nobody else', async () => {
    const token = await invitation(invited.email)
    const replies = await Promise.all(Array.from({ length: 6 }, () => accept(invited, token)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await fixture.asUser(invited, 'POST', `/organizations/${id}/leave`)
    await expectDead(token)
  })

  test('to another address is refused, also with its link', async () => {
    const token = await invitation('somebody@example.org')
    expect(await accept(invited, token)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } })
    expect(await roleOf(invited)).toBeUndefined()
    expect((await fixture.asUser(invited, 'GET', '/invitations')).body.total).toBe(0)
  })

  test.each([
    ['declined', (token: string) => anonymous('decline', token)],
    ['withdrawn', async () => sent(admin, 'DELETE', `/${(await sent(owner, 'GET')).body.invitations[0].id}`)],
    ['expired', () => fixture.pool.query('UPDATE invitation SET expires_at = now()')],
    ['sent again, which replaces its link', () => invite(admin, invited.email)],
    ['sent by an admin who was removed since', () => removeSender('DELETE')],
    ['sent by an admin who is a member since', () => removeSender('PATCH', { role: 'member' })],
    ['of an organization that was deleted since', () => fixture.pool.query('DELETE FROM organization')],
    ['made up', undefined],
  ])('works no more when it is %s', async (_, spoil) => {
    let token = await invitation(invited.email)
    if (spoil) await spoil(token)
    else token = 'a'.repeat(43)
    await expectDead(token)
  })

  async function removeSender(method: string, body?: unknown): Promise<void> {
    await fixture.pool.query('UPDATE invitation SET invited_by = $1', [admin.userId])
    const { status } = await fixture.asUser(
      owner,
      method,
      `/organizations/${id}/members/${admin.userId}`,
      body,
    )
    expect(status).toBeLessThan(300)
  }

  test('that is declined twice is declined', async () => {
    const token = await invitation(invited.email)
    expect((await anonymous('decline', token)).status).toBe(204)
    expect((await anonymous('decline', token)).status).toBe(204)
    expect((await anonymous('decline', 'b'.repeat(43))).status).toBe(404)
  })

  test.each([
    [
      'accepted and withdrawn',
      async () => {
        const { id: which } = (await sent(owner, 'GET')).body.invitations[0]
        return sent(owner, 'DELETE', `/${which}`)
      },
    ],
    ['accepted and declined', (token: string) => anonymous('decline', token)],
    ['accepted and sent again', () => invite(owner, invited.email)],
  ])('that is %s at once ends one way', async (_, other) => {
    const token = await invitation(invited.email)
    const [accepted, answered] = await Promise.all([accept(invited, token), other(token)])
    expect([200, 404]).toContain(accepted.status)
    expect([201, 204, 404, 409]).toContain(answered.status)
    expect(await roleOf(invited)).toBe(accepted.status === 200 ? 'member' : undefined)
  })

  test('is not for members', async () => {
    expect(await invite(owner, member.email)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } })
    expect(await tokensTo(member.email)).toEqual([])
  })

  test.each([
    '',
    'ann',
    'a@b',
    'ann@example.com, bob@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    5,
    null,
  ])('400 for the address %j', async (email) => {
    expect(await invite(owner, email as string)).toMatchObject({
      status: 400,
      body: { error: 'INVALID_REQUEST' },
    })
  })
})

describe('who may invite', () => {
  test.each([
    ['owner', 'admin', 201],
    ['owner', 'member', 201],
    ['owner', 'owner', 400],
    ['admin', 'member', 201],
    ['admin', 'admin', 403],
    ['member', 'member', 403],
    ['stranger', 'member', 404],
  ])('the %s as %s: %i', async (by, role, status) => {
    const people: Record<string, TestAccount> = { owner, admin, member, stranger: invited }
    expect((await invite(people[by]!, 'new@example.com', role)).status).toBe(status)
  })

  test('who may not, sees and withdraws none; nor does an admin withdraw what makes an admin', async () => {
    const { body } = await invite(owner, 'new@example.com', 'admin')
    for (const [by, status] of [
      [member, 403],
      [invited, 404],
    ] as const) {
      expect((await sent(by, 'GET')).status).toBe(status)
      expect((await sent(by, 'DELETE', `/${body.id}`)).status).toBe(status)
    }
    expect((await sent(admin, 'DELETE', `/${body.id}`)).status).toBe(403)
    expect((await sent(admin, 'DELETE', `/${uuidv7()}`)).status).toBe(404)
    expect((await sent(owner, 'GET')).body).toMatchObject({ total: 1, invitations: [{ id: body.id }] })
    expect((await sent(owner, 'DELETE', `/${body.id}`)).status).toBe(204)
  })
})

describe('mail to strangers is bounded', () => {
  test('three a day to one address, also at once and after the organization was deleted', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => invite(owner, 'victim@example.com')))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429])
    const refused = replies.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(await tokensTo('victim@example.com')).toHaveLength(3)
    await fixture.pool.query('DELETE FROM organization')
    const made = await db.transaction((both) => createOrganization(both, owner.userId, { name: 'B' }))
    id = made.id
    expect((await invite(owner, 'victim@example.com')).status).toBe(429)
    expect((await invite(owner, 'other@example.com')).status).toBe(201)
    await fixture.pool.query("UPDATE invitation SET created_at = created_at - interval '1 day'")
    expect((await invite(owner, 'victim@example.com')).status).toBe(201)
  })

  test.each([
    ['fifty a day of one person', 50, () => owner.userId, 429],
    ['a hundred open ones of an organization', 100, () => null, 409],
  ])('%s', async (_, count, by, status) => {
    await fixture.pool.query(
      `INSERT INTO invitation (id, account_id, email, role, token_hash, invited_by, expires_at)
       SELECT gen_random_uuid(), $1, i || '@example.com', 'member', i::text::bytea, $2, now() + interval '7 days'
       FROM generate_series(1, $3::int) AS i`,
      [id, by(), count],
    )
    expect((await invite(owner, 'one.more@example.com')).status).toBe(status)
    // Again to an address that has one: it takes the place of that.
    if (status === 409) expect((await invite(owner, '7@example.com')).status).toBe(201)
  })
})
