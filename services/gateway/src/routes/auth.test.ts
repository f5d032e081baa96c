import { answerPasswordResetRequests } from '@gleaner/accounts'
import { createDatabase, type Database, type Pool } from '@gleaner/db'
import { deliverMails } from '@gleaner/mail'
import { silentLogger } from '@gleaner/runtime'
import { createSecretBox, generateKey, type SecretBox } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { createGatewayFixture, type GatewayFixture, type Reply } from '../testing/fixture.ts'

const PASSWORD = 'a good long password'
const ENCRYPTION_KEYS = generateKey('test')
const JWT_SECRET = 'a secret of tests that is long enough'

let fixture: GatewayFixture
let outbox: { db: Database; pool: Pool; secretBox: SecretBox; publicUrl: string }
beforeAll(async () => {
  fixture = await createGatewayFixture({ TRUST_PROXY: '1', ENCRYPTION_KEYS, JWT_SECRET })
  const { pool, url } = fixture
  outbox = { db: createDatabase(pool), pool, secretBox: createSecretBox(ENCRYPTION_KEYS), publicUrl: url }
})
afterAll(() => fixture.close())

let counter = 0
/** An address of its own for each request, so that limits for one address do not count here. */
const freshIp = () => `198.51.${100 + (counter >> 8)}.${counter++ & 255}`
const freshEmail = () => `user${counter++}.${Date.now()}@example.com`

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  return fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': freshIp(), ...headers },
    body: JSON.stringify(body),
  })
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const me = (token: string) => fixture.request('/api/v1/auth/me', { headers: bearer(token) })
const login = (email: string, password = PASSWORD) => post('login', { email, password })
const refresh = (refresh_token: string) => post('refresh', { refresh_token })

async function registered(email = freshEmail()) {
  const { status, body } = await post('register', { email, password: PASSWORD })
  expect(status).toBe(201)
  return { ...body, email } as {
    user: { id: string }
    access_token: string
    refresh_token: string
    email: string
  }
}

/** The mails to an address that wait in the outbox; they leave it. */
async function mailsTo(email: string): Promise<string[]> {
  const sent: { to: string; text: string }[] = []
  const mailer = {
    destination: '',
    send: async (mail: (typeof sent)[number]) => void sent.push(mail),
    close() {},
  }
  await answerPasswordResetRequests(outbox)
  await deliverMails({ ...outbox, mailer, logger: silentLogger() })
  return sent.filter(({ to }) => to === email).map(({ text }) => text)
}
const tokenIn = (mail: string | undefined) => /#([\w-]+)$/m.exec(mail!)![1]!

describe('an account', () => {
  test('is opened with the sign-up credits, and its user is signed in', async () => {
    const email = freshEmail()
    const { status, body } = await post('register', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      name: 'Ann',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ user: { email, name: 'Ann' }, token_type: 'bearer', expires_in: 3600 })
    const { body: who } = await me(body.access_token)
    expect(who).toMatchObject({
      id: body.user.id,
      email,
      subscription_tier: 'free',
      credits_remaining: 5_000,
      credits_total: 5_000,
      is_operator: false,
      tier_info: {
        slug: 'free',
        name: 'Free',
        requests_per_minute: 30,
        next_tier_slug: 'basic',
        max_balance_usd: 5,
      },
    })
    expect((await login(email)).status).toBe(200)
  })

  test('is one, however many ask for it at once; with the right password all are signed in, with another none', async () => {
    const email = freshEmail()
    const asked = Array.from({ length: 8 }, (_, i) =>
      post('register', { email, password: i < 6 ? PASSWORD : 'another password' }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    const { rows } = await fixture.pool.query('SELECT account_id FROM app_user WHERE email = $1', [email])
    expect(rows).toHaveLength(1)
    // Whoever came first has set the password.
    const isFirst = (await login(email)).status === 200
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(isFirst ? 201 : 409))
    expect(statuses.slice(6)).toEqual(Array(2).fill(isFirst ? 409 : 201))
    const { rows: deposits } = await fixture.pool.query('SELECT FROM ledger_entry WHERE account_id = $1', [
      rows[0].account_id,
    ])
    expect(deposits).toHaveLength(1)
  })

  test.each([
    ['', 'email'],
    ['a@b', 'email'],
    ['a b@example.com', 'email'],
    ['a@example.com\r\nBcc: b@example.com', 'email'],
    ['a@127.0.0.1', 'email'],
    [`${'a'.repeat(250)}@example.com`, 'email'],
    ['a'.repeat(1_000_000), 'email'],
    ['a\u0000@example.com', 'email'],
  ])('is not opened for what is no address (%#)', async (email, path) => {
    const { status, body } = await post('register', { email, password: PASSWORD })
    expect(status).toBe(400)
    expect(body.details.issues[0].path).toBe(path)
  })

  test.each([
    ['another spelling of its domain', 'bob@bücher.example', 'BOB@XN--BCHER-KVA.example'],
    ['full-width letters', 'eve1@example.com', 'ｅｖｅ１@example.com'],
  ])('is found by %s', async (_, email, other) => {
    expect((await post('register', { email, password: PASSWORD })).status).toBe(201)
    expect((await login(other)).status).toBe(200)
  })

  test.each([
    ['short'],
    ['x'.repeat(1_025)],
    ['x'.repeat(900_000)],
    [12345678901],
    [null],
    [['a good long password']],
    ['a good\u0000 password'],
  ])('wants a password of 10 to 1,024 characters (%#)', async (password) => {
    expect((await post('register', { email: freshEmail(), password })).status).toBe(400)
  })
})

describe('signing in', () => {
  test('tells nobody whether the address or the password was wrong', async () => {
    const { email } = await registered()
    const [wrong, unknown] = await Promise.all([login(email, 'not the password'), login(freshEmail())])
    const shown = ({ status, body: { request_id, ...rest }, headers }: Reply) => {
      const names = [...headers.keys()].filter((name) => name !== 'date')
      return { status, rest, names }
    }
    expect(wrong.status).toBe(401)
    expect(shown(wrong)).toEqual(shown(unknown))
  })

  test('is refused for a blocked account, and only to who knows its password', async () => {
    const { email, user, refresh_token } = await registered()
    await fixture.pool.query(
      'UPDATE account SET blocked_at = now() WHERE id = (SELECT account_id FROM app_user WHERE id = $1)',
      [user.id],
    )
    expect((await login(email)).status).toBe(403)
    expect((await login(email, 'not the password')).status).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(403)
    expect((await post('register', { email, password: PASSWORD })).status).toBe(403)
  })

  test('renews a hash of other parameters', async () => {
    const { email, user } = await registered()
    // "password" by the reference implementation, t=2, m=2^16.
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    await fixture.pool.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [user.id, old])
    expect((await login(email, 'password')).status).toBe(200)
    const { rows } = await fixture.pool.query('SELECT password_hash FROM app_user WHERE id = $1', [user.id])
    expect(rows[0].password_hash).toMatch(/m=19456/)
    expect((await login(email, 'password')).status).toBe(200)
  })

  test('keeps 50 sessions of a user', async () => {
    const { email, user, refresh_token } = await registered()
    await fixture.pool.query(
      `INSERT INTO user_session (id, user_id, family_hash, token_hash, expires_at)
       SELECT gen_random_uuid(), $1, sha256(i::text::bytea), sha256(i::text::bytea), now() + interval '31 days'
       FROM generate_series(1, 60) AS i`,
      [user.id],
    )
    await login(email)
    const { rowCount } = await fixture.pool.query('SELECT FROM user_session WHERE user_id = $1', [user.id])
    expect(rowCount).toBe(50)
    expect((await refresh(refresh_token)).status).toBe(401)
  })
})

describe('access tokens', () => {
  test('that we did not issue are refused', async () => {
    const { user, access_token } = await registered()
    const { sid, iss, aud } = jsonwebtoken.decode(access_token) as Record<string, string>
    const good = { issuer: iss!, audience: aud!, subject: user.id, expiresIn: 60 } as const
    const sign = (more: object = {}, secret = JWT_SECRET, payload: object = { sid }) =>
      jsonwebtoken.sign(payload, secret, { ...good, ...more })
    expect((await me(sign())).status).toBe(200)
    const [header, payload, signature] = access_token.split('.') as [string, string, string]
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const other = {
      ...(jsonwebtoken.decode(access_token) as object),
      sub: '00000000-0000-7000-8000-000000000000',
    }
    const forged: Record<string, string> = {
      'another secret': sign({}, 'x'.repeat(32)),
      'another algorithm': sign({ algorithm: 'HS512' }),
      'no algorithm': sign({ algorithm: 'none' }, ''),
      'alg none, spelt otherwise': `${encoded({ alg: 'nOnE', typ: 'JWT' })}.${payload}.`,
      'RS256, signed by the secret': `${encoded({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
      'another issuer': sign({ issuer: 'https://evil.example' }),
      'another audience': sign({ audience: 'https://evil.example' }),
      'a past': sign({ expiresIn: -60 }),
      'a time to come': sign({ notBefore: 3600 }),
      'no session': sign({}, JWT_SECRET, {}),
      'a session that is none': sign({}, JWT_SECRET, { sid: "' OR 1=1 --" }),
      'a session of nobody': sign({}, JWT_SECRET, { sid: '00000000-0000-7000-8000-000000000000' }),
      'another user': sign({ subject: '00000000-0000-7000-8000-000000000000' }),
      'a subject that is none': sign({ subject: 'root' }),
      'other claims under the same signature': `${header}.${encoded(other)}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'a refresh token in its place': 'gl_refresh_abc',
    }
    for (const [fault, token] of Object.entries(forged))
      expect([fault, (await me(token)).status]).toEqual([fault, 401])
  })

  test.each(['logout', 'change-password', 'reset-password', 'reuse'])(
    'stop within a second of %s',
    async (act) => {
      const { email, access_token, refresh_token } = await registered()
      const { body: second } = await login(email)
      expect((await me(access_token)).status).toBe(200)
      if (act === 'logout') expect((await post('logout', {}, bearer(access_token))).status).toBe(204)
      if (act === 'change-password') {
        const change = { current_password: PASSWORD, new_password: 'another password' }
        const { status, body } = await post('change-password', change, bearer(access_token))
        expect(status).toBe(200)
        expect((await me(body.access_token)).status).toBe(200)
        expect((await refresh(body.refresh_token)).status).toBe(200)
      }
      if (act === 'reset-password') {
        await post('forgot-password', { email })
        const token = tokenIn((await mailsTo(email))[0])
        expect((await post('reset-password', { token, password: 'another password' })).status).toBe(200)
      }
      if (act === 'reuse') {
        await refresh(refresh_token)
        await fixture.pool.query(
          `UPDATE user_session SET rotated_at = now() - interval '31 seconds' WHERE rotated_at IS NOT NULL`,
        )
        expect((await refresh(refresh_token)).status).toBe(401)
      }
      await eventually(async () => expect((await me(access_token)).status).toBe(401))
      expect((await refresh(refresh_token)).status).toBe(401)
      // What concerns the password ends all sessions, the rest only this one.
      const endsAll = act.endsWith('password')
      await eventually(async () => expect((await me(second.access_token)).status).toBe(endsAll ? 401 : 200))
      expect((await refresh(second.refresh_token)).status).toBe(endsAll ? 401 : 200)
      expect((await login(email)).status).toBe(endsAll ? 401 : 200)
    },
  )
})

describe('refresh tokens', () => {
  test('are exchanged for the next one, and give access tokens of the same session', async () => {
    const { access_token, refresh_token } = await registered()
    const first = await refresh(refresh_token)
    expect(first.status).toBe(200)
    expect(first.body.refresh_token).not.toBe(refresh_token)
    expect((await me(first.body.access_token)).status).toBe(200)
    const { sid } = jsonwebtoken.decode(access_token) as { sid: string }
    expect(jsonwebtoken.decode(first.body.access_token)).toMatchObject({ sid })
    expect((await refresh(first.body.refresh_token)).status).toBe(200)
  })

  test('are answered alike when asked for again at once: twenty at a time, and one whose answer was lost', async () => {
    const { refresh_token } = await registered()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    replies.push(await refresh(refresh_token))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
    expect((await refresh(replies[0]!.body.refresh_token)).status).toBe(200)
  })

  test('that were used twice end the session for the thief and the honest one alike', async () => {
    const { refresh_token } = await registered()
    const thief = await refresh(refresh_token)
    const honest = await refresh(refresh_token)
    expect(honest.body.refresh_token).toBe(thief.body.refresh_token)
    const later = await refresh(honest.body.refresh_token)
    await fixture.pool.query(
      `UPDATE user_session SET rotated_at = now() - interval '31 seconds' WHERE rotated_at IS NOT NULL`,
    )
    expect((await refresh(thief.body.refresh_token)).status).toBe(401)
    expect((await refresh(later.body.refresh_token)).status).toBe(401)
  })

  test('two exchanges old are a reuse at once', async () => {
    const { refresh_token } = await registered()
    const second = await refresh(refresh_token)
    const third = await refresh(second.body.refresh_token)
    expect((await refresh(refresh_token)).status).toBe(401)
    expect((await refresh(third.body.refresh_token)).status).toBe(401)
  })

  test('expire, and stand nowhere in the clear', async () => {
    const { user, refresh_token } = await registered()
    const { rows } = await fixture.pool.query(
      'SELECT user_session::text AS text FROM user_session WHERE user_id = $1',
      [user.id],
    )
    const secret = Buffer.from(refresh_token.slice('gl_refresh_'.length), 'base64url')
    expect(rows[0].text).not.toContain(secret.toString('hex').slice(0, 32))
    expect(rows[0].text).not.toContain(secret.toString('hex').slice(32))
    await fixture.pool.query('UPDATE user_session SET expires_at = now() WHERE user_id = $1', [user.id])
    expect((await refresh(refresh_token)).status).toBe(401)
  })

  test.each(['', 'gl_refresh_', `gl_refresh_${'a'.repeat(64)}`, 'x'.repeat(513), '\u0000', 42, null, {}])(
    'that are none are refused (%#)',
    async (token) => {
      const { status } = await post('refresh', { refresh_token: token })
      expect([400, 401]).toContain(status)
    },
  )
})

describe('a forgotten password', () => {
  test('is answered alike for every address, without looking whose it is', async () => {
    const { email } = await registered()
    const unknown = freshEmail()
    const bodies = []
    for (const asked of [email, unknown]) {
      const { status, body } = await post('forgot-password', { email: asked })
      expect(status).toBe(202)
      bodies.push(body)
    }
    expect(bodies[0]).toEqual(bodies[1])
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`${fixture.url}/reset-password#`)
    expect(await mailsTo(unknown)).toEqual([])
    const { rowCount } = await fixture.pool.query('SELECT FROM password_reset_request')
    expect(rowCount).toBe(0)
  })

  test('is set anew once, by the newest token', async () => {
    const { email } = await registered()
    await post('forgot-password', { email })
    const older = tokenIn((await mailsTo(email))[0])
    await post('forgot-password', { email })
    const token = tokenIn((await mailsTo(email))[0])
    const password = 'another password'
    expect((await post('reset-password', { token: older, password })).status).toBe(400)
    const races = await Promise.all(
      Array.from({ length: 6 }, () => post('reset-password', { token, password })),
    )
    expect(races.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect((await post('reset-password', { token, password: 'a third password' })).status).toBe(400)
    expect((await login(email, password)).status).toBe(200)
    expect((await mailsTo(email))[0]).toContain('was changed')
  })

  test('keeps its token sealed and hashed, and only for an hour', async () => {
    const { email, user } = await registered()
    await post('forgot-password', { email })
    await answerPasswordResetRequests(outbox)
    const { rows } = await fixture.pool.query(
      'SELECT mail::text AS mail, reset::text AS reset FROM mail, password_reset AS reset WHERE reset.user_id = $1 AND mail.user_id = $1',
      [user.id],
    )
    const token = tokenIn((await mailsTo(email))[0])
    for (const text of [rows[0].mail, rows[0].reset]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token).toString('hex'))
    }
    await fixture.pool.query('UPDATE password_reset SET expires_at = now() WHERE user_id = $1', [user.id])
    expect((await post('reset-password', { token, password: 'another password' })).status).toBe(400)
  })

  test('is mailed five times an hour to one user, whoever asks', async () => {
    const { email, user } = await registered()
    const sent = []
    for (let i = 0; i < 7; i++) {
      await post('forgot-password', { email })
      sent.push(...(await mailsTo(email)))
    }
    expect(sent).toHaveLength(5)
    await fixture.pool.query(
      `UPDATE password_reset SET hour_began_at = now() - interval '61 minutes' WHERE user_id = $1`,
      [user.id],
    )
    await post('forgot-password', { email })
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

test('a password is changed by who knows the present one; what was mailed before is void', async () => {
  const { email, access_token } = await registered()
  await post('forgot-password', { email })
  const token = tokenIn((await mailsTo(email))[0])
  const wrong = await post(
    'change-password',
    { current_password: 'wrong', new_password: 'another password' },
    bearer(access_token),
  )
  expect(wrong.status).toBe(400)
  expect(wrong.body.details.issues[0].path).toBe('current_password')
  const change = { current_password: PASSWORD, new_password: 'another password' }
  const races = await Promise.all([1, 2, 3].map(() => post('change-password', change, bearer(access_token))))
  expect(races.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await post('reset-password', { token, password: 'a third password' })).status).toBe(400)
})

test('no password, token or mail reaches the log', async () => {
  const { email, access_token, refresh_token } = await registered()
  await refresh(refresh_token)
  await login(email, 'a wrong password!')
  await post(
    'change-password',
    { current_password: PASSWORD, new_password: 'another password' },
    bearer(access_token),
  )
  const logged = JSON.stringify(fixture.logs)
  for (const secret of [PASSWORD, 'a wrong password!', 'another password', access_token, refresh_token])
    expect(logged).not.toContain(secret)
})
