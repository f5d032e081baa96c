import { ACCOUNT_PURGES, answerRegistrationRequests } from '@gleaner/accounts'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from '../testing/fixture.ts'
import { startGateway } from '../testing/more-gateways.ts'
import { sentMails } from '../testing/sent-mails.ts'

const ENCRYPTION_KEYS = generateKey('test')
const PASSWORD = 'a good long password'

let fixture: GatewayFixture
let email: string
beforeAll(async () => {
  fixture = await createGatewayFixture({ REGISTRATION: 'confirm', TRUST_PROXY: '1', ENCRYPTION_KEYS })
})
// Audits the ledger.
afterAll(() => fixture.close())
beforeEach(() => {
  email = `person${counter++}@example.com`
})

let counter = 0
/** An address of its own for each request, so that limits for one address do not count here. */
const asked = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${counter++}` },
  body: JSON.stringify(body),
})
const post = (path: string, body: unknown) => fixture.request(`/api/v1/auth/${path}`, asked(body))
const confirm = (token: string, password = PASSWORD) => post('confirm-registration', { token, password })

/** Registers, and returns the texts of the mails that follow. */
async function mailsFor(more: object = {}): Promise<string[]> {
  expect((await post('register', { email, password: PASSWORD, ...more })).status).toBe(202)
  return await answered()
}

async function answered(): Promise<string[]> {
  const outbox = { db: fixture.db, pool: fixture.pool, secretBox: createSecretBox(ENCRYPTION_KEYS) }
  await answerRegistrationRequests({ ...outbox, publicUrl: fixture.url })
  return await sentMails(outbox, email)
}

async function mailedToken(more?: object): Promise<string> {
  const [mail] = await mailsFor(more)
  expect(mail).toContain(`${fixture.url}/confirm-registration#`)
  return /#([\w-]+)$/m.exec(mail!)![1]!
}

const accountsOf = async (address: string) =>
  (
    await fixture.pool.query<{ micros: number }>(
      `SELECT available_micros::int AS micros FROM app_user JOIN balance USING (account_id) WHERE email = $1`,
      [address],
    )
  ).rows

describe('the answer', () => {
  test('is the same, byte for byte, whether or not the address has an account, and whatever its password', async () => {
    const known = await fixture.account(0)
    const replies = []
    for (const body of [
      { email, password: PASSWORD },
      { email: known.email, password: PASSWORD },
      { email: known.email, password: known.password },
      { email, password: 'another good password' },
    ]) {
      const response = await fetch(`${fixture.url}/api/v1/auth/register`, asked(body))
      const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      replies.push({ status: response.status, headers, text: await response.text() })
    }
    expect(replies[0]!.status).toBe(202)
    for (const reply of replies) expect(reply).toEqual(replies[0])
    // What else could tell is refused alike until the mail was answered.
    const logins = [email, known.email].map((address) =>
      post('login', { email: address, password: PASSWORD }),
    )
    const [ofNobody, ofKnown] = await Promise.all(logins)
    expect([ofNobody!.status, ofNobody!.body.message]).toEqual([401, ofKnown!.body.message])
    expect(await accountsOf(email)).toEqual([])
  })

  test('is the error of the same field for what is no address or no password', async () => {
    expect((await post('register', { email: 'a@b', password: PASSWORD })).status).toBe(400)
    expect((await post('register', { email, password: 'short' })).status).toBe(400)
  })
})

describe('the mail', () => {
  test('to an address with an account says so, and opens nothing', async () => {
    const known = await fixture.account(0)
    email = known.email
    const [mail] = await mailsFor({ name: 'Somebody <b>else</b>' })
    expect(mail).toContain('There is one already')
    expect(mail).toContain('/auth/forgot-password')
    expect(mail).not.toContain('#')
    expect(mail).not.toContain('Somebody <b>')
    expect((await post('login', { email, password: known.password })).status).toBe(200)
  })

  test.each(['with an account', 'without one'])(
    'is sent five times an hour to an address %s',
    async (which) => {
      if (which === 'with an account') email = (await fixture.account(0)).email
      const sent = []
      for (let i = 0; i < 7; i++) sent.push(...(await mailsFor()))
      expect(sent).toHaveLength(5)
      await fixture.pool.query(
        `UPDATE pending_registration SET hour_began_at = now() - interval '61 minutes' WHERE email = $1`,
        [email],
      )
      expect(await mailsFor()).toHaveLength(1)
    },
  )

  test('is one for requests that came together: of the newest', async () => {
    for (const name of ['First', 'Second']) await post('register', { email, password: PASSWORD, name })
    const mails = await answered()
    expect(mails).toHaveLength(1)
    const { body } = await confirm(/#([\w-]+)$/m.exec(mails[0]!)![1]!)
    expect(body.user.name).toBe('Second')
  })
})

describe('its link', () => {
  test('opens the account that was asked for, with the sign-up credits, and signs in', async () => {
    const token = await mailedToken({ name: 'Ann' })
    const { status, body } = await confirm(token)
    expect(status).toBe(201)
    expect(body).toMatchObject({ user: { email, name: 'Ann' }, token_type: 'bearer', expires_in: 3600 })
    const { body: who } = await fixture.request('/api/v1/auth/me', {
      headers: { Authorization: `Bearer ${body.access_token}` },
    })
    expect(who).toMatchObject({ email, credits_remaining: 5_000 })
    expect((await post('refresh', { refresh_token: body.refresh_token })).status).toBe(200)
    expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
    const { rowCount } = await fixture.pool.query('SELECT FROM pending_registration WHERE email = $1', [
      email,
    ])
    expect(rowCount).toBe(0)
  })

  test('takes the password of the registration: who only reads the mails of an address opens nothing that a stranger asked for', async () => {
    const token = await mailedToken()
    const { status, body } = await confirm(token, 'another good password')
    expect([status, body.details.issues[0].path]).toEqual([400, 'password'])
    expect(await accountsOf(email)).toEqual([])
    expect((await confirm(token)).status).toBe(201)
  })

  test('works once, however many use it at once', async () => {
    const token = await mailedToken()
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => confirm(token)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(400)])
    expect(await accountsOf(email)).toEqual([{ micros: 1_000_000 }])
    const { status, body } = await confirm(token)
    expect([status, body.details.issues[0].path]).toEqual([400, 'token'])
  })

  test('is void once a newer one was mailed, and stays good when no more mails are sent', async () => {
    const older = await mailedToken()
    const tokens = []
    for (let i = 0; i < 4; i++) tokens.push(await mailedToken({ name: `Ann ${i}` }))
    expect(await mailsFor({ password: 'the password of a stranger' })).toEqual([])
    expect((await confirm(older)).status).toBe(400)
    expect((await confirm(tokens.at(-1)!)).body.user.name).toBe('Ann 3')
    expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
  })

  test('says that the address has an account, where it has got one meanwhile', async () => {
    const token = await mailedToken()
    const open = await startGateway({ ...fixture.env, REGISTRATION: 'open' })
    try {
      const body = { email, password: 'another good password' }
      expect((await fetch(`${open.url}/api/v1/auth/register`, asked(body))).status).toBe(201)
    } finally {
      await open.stop()
    }
    expect((await confirm(token)).status).toBe(409)
    expect((await post('login', { email, password: PASSWORD })).status).toBe(401)
    expect(await accountsOf(email)).toHaveLength(1)
  })

  test('works for 24 hours; then what was said is deleted', async () => {
    const token = await mailedToken()
    await fixture.pool.query('UPDATE pending_registration SET expires_at = now() WHERE email = $1', [email])
    expect((await confirm(token)).status).toBe(400)
    expect(await runPurges(fixture.pool, ACCOUNT_PURGES)).toBe(1)
    expect(await runPurges(fixture.pool, ACCOUNT_PURGES)).toBe(0)
  })

  test('has its token hashed and its mail sealed, and neither is in the log', async () => {
    await post('register', { email, password: PASSWORD })
    await answerRegistrationRequests({
      db: fixture.db,
      secretBox: createSecretBox(ENCRYPTION_KEYS),
      publicUrl: fixture.url,
    })
    const { rows } = await fixture.pool.query(
      `SELECT coalesce(string_agg(mail::text, ''), '') || (SELECT string_agg(pending::text, '') FROM pending_registration AS pending) AS text
       FROM mail`,
    )
    const token = /#([\w-]+)$/m.exec((await answered())[0]!)![1]!
    await confirm(token)
    for (const text of [rows[0].text, JSON.stringify(fixture.logs)])
      for (const secret of [token, Buffer.from(token).toString('hex'), PASSWORD])
        expect(text).not.toContain(secret)
  })

  test.each(['', 'a', 'x'.repeat(513), '\u0000', 42, null, {}])('is no other text (%#)', async (token) => {
    expect((await post('confirm-registration', { token })).status).toBe(400)
  })
})

test('where the operator opens accounts, nobody else does: not by a link that was mailed before either', async () => {
  const token = await mailedToken()
  const closed = await startGateway({ ...fixture.env, REGISTRATION: 'closed' })
  try {
    for (const [path, body] of [
      ['register', { email, password: PASSWORD }],
      ['confirm-registration', { token, password: PASSWORD }],
    ] as const)
      expect((await fetch(`${closed.url}/api/v1/auth/${path}`, asked(body))).status).toBe(403)
  } finally {
    await closed.stop()
  }
  expect((await confirm(token)).status).toBe(201)
})
