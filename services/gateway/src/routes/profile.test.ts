import { answerRegistrationRequests } from '@gleaner/accounts'
import { openMail } from '@gleaner/mail'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

const ENCRYPTION_KEYS = generateKey('test')

let fixture: GatewayFixture
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', ENCRYPTION_KEYS })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  account = await fixture.account()
})

let counter = 0
const newEmail = () => `new${counter++}.${Date.now()}@example.com`
const asPerson = (method: string, path: string, body?: object, who = account) =>
  fixture.asUser(who, method, path, body)
const post = (path: string, body: object) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${counter++ & 255}` },
    body: JSON.stringify(body),
  })
const login = async (email: string, password = account.password) =>
  (await post('login', { email, password })).status
const ask = (email: string, who = account) =>
  asPerson('POST', '/auth/email', { email, password: who.password }, who)
const mailsTo = async (to: string) => {
  const { rows } = await fixture.pool.query('SELECT id, content FROM mail ORDER BY id')
  return rows.map((row) => openMail(createSecretBox(ENCRYPTION_KEYS), row)).filter((mail) => mail.to === to)
}
const tokenTo = async (to: string) => /#([\w-]+)$/m.exec((await mailsTo(to)).at(-1)!.text)![1]!
const confirm = async (to: string) => post('confirm-email', { token: await tokenTo(to) })

test('a name is changed, and an empty one is refused', async () => {
  expect((await asPerson('PATCH', '/auth/me', { name: ' Ann ' })).body).toMatchObject({
    name: 'Ann',
    email: account.email,
  })
  expect((await asPerson('GET', '/auth/me')).body.name).toBe('Ann')
  expect((await asPerson('PATCH', '/auth/me', { name: '' })).status).toBe(400)
  expect((await asPerson('PATCH', '/auth/me', { email: newEmail() })).status).toBe(400)
})

describe('another e-mail address', () => {
  test('counts once its mailbox confirms it; the old one is told, and takes it back', async () => {
    const email = newEmail()
    expect((await ask(email)).status).toBe(202)
    expect([await login(email), await login(account.email)]).toEqual([401, 200])
    const token = await tokenTo(email)
    expect((await post('confirm-email', { token })).body).toEqual({ status: 'email_changed' })
    expect([await login(email), await login(account.email)]).toEqual([200, 401])
    expect((await post('confirm-email', { token })).status).toBe(400)
    const undo = await tokenTo(account.email)
    expect((await post('undo-email', { token: undo })).body).toEqual({ status: 'email_change_undone' })
    expect([await login(email), await login(account.email)]).toEqual([401, 200])
    await eventually(async () => expect((await asPerson('GET', '/auth/me')).status).toBe(401))
    expect((await post('undo-email', { token: undo })).status).toBe(400)
    expect(JSON.stringify(fixture.logs)).not.toMatch(new RegExp(`${token}|${undo}`))
  })

  test('is asked for by who knows the password', async () => {
    const wrong = await asPerson('POST', '/auth/email', { email: newEmail(), password: 'not the password' })
    expect([wrong.status, wrong.body.details.issues[0].path]).toEqual([400, 'password'])
  })

  test('that somebody has is answered as any other, and refused to who reads its mails', async () => {
    const other = await fixture.account()
    const [free, taken] = [await ask(newEmail()), await ask(other.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect((await confirm(other.email)).status).toBe(409)
    expect([await login(account.email), await login(other.email, other.password)]).toEqual([200, 200])
  })

  test('goes to one of two accounts that confirm it at once', async () => {
    const [email, other] = [newEmail(), await fixture.account()]
    await ask(email)
    const first = await tokenTo(email)
    await ask(email, other)
    const second = await tokenTo(email)
    const replies = await Promise.all([first, second].map((token) => post('confirm-email', { token })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { rowCount } = await fixture.pool.query('SELECT FROM app_user WHERE email = $1', [email])
    expect(rowCount).toBe(1)
  })

  test('is given by the newest mail alone, within a day, and under the same password', async () => {
    const email = newEmail()
    await ask(email)
    const older = await tokenTo(email)
    await ask(email)
    expect((await post('confirm-email', { token: older })).status).toBe(400)
    await fixture.pool.query('UPDATE email_change SET expires_at = now() WHERE user_id = $1', [
      account.userId,
    ])
    expect((await confirm(email)).status).toBe(400)
    await ask(email)
    await fixture.pool.query('UPDATE app_user SET password_version = password_version + 1 WHERE id = $1', [
      account.userId,
    ])
    expect((await confirm(email)).status).toBe(400)
  })

  test('fills nobody’s mailbox: five mails an hour', async () => {
    const statuses = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await ask(newEmail())).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })

  test('leaves the old one to nobody else for as long as it can be taken back', async () => {
    const [email, thief] = [newEmail(), await fixture.account()]
    await ask(email)
    await confirm(email)
    const undo = await tokenTo(account.email)
    expect((await post('register', { email: account.email, password: 'a good long password' })).status).toBe(
      409,
    )
    await ask(account.email, thief)
    expect((await confirm(account.email)).status).toBe(409)
    expect((await post('undo-email', { token: undo })).status).toBe(200)
    expect(await login(account.email)).toBe(200)
  })

  test('of a second change is undone by the link of the first', async () => {
    const [second, third] = [newEmail(), newEmail()]
    for (const email of [second, third]) {
      await ask(email)
      expect((await confirm(email)).status).toBe(200)
    }
    expect((await post('undo-email', { token: await tokenTo(account.email) })).status).toBe(200)
    expect([await login(account.email), await login(third)]).toEqual([200, 401])
    // The link that the second address got is of no use any more.
    expect((await post('undo-email', { token: await tokenTo(second) })).status).toBe(400)
  })
})

test('who has not confirmed their registration is told so, and nobody else', async () => {
  const confirming = await createGatewayFixture({
    REGISTRATION: 'confirm',
    TRUST_PROXY: '1',
    ENCRYPTION_KEYS,
  })
  try {
    const [email, password] = [newEmail(), 'a good long password']
    const send = (path: string, body: object) =>
      confirming.request(`/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${counter++ & 255}` },
        body: JSON.stringify(body),
      })
    await send('register', { email, password })
    const expectSaid = async () => {
      const right = await send('login', { email, password })
      const wrong = await send('login', { email, password: 'another long password' })
      const nobody = await send('login', { email: newEmail(), password })
      expect([right.status, right.body.message]).toEqual([403, expect.stringContaining('not confirmed')])
      expect([wrong.status, wrong.body.message]).toEqual([nobody.status, nobody.body.message])
      expect(nobody.status).toBe(401)
    }
    await expectSaid()
    const secretBox = createSecretBox(ENCRYPTION_KEYS)
    await answerRegistrationRequests({ db: confirming.db, secretBox, publicUrl: confirming.url })
    await expectSaid()
  } finally {
    await confirming.close()
  }
})
