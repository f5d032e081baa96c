import { openMail } from '@gleaner/mail'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { totpCode } from '../testing/totp.ts'

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

let network = 0
const newNetwork = () => ({ 'X-Forwarded-For': `198.51.${network >> 8}.${network++ & 255}` })
const asPerson = (method: string, path: string, body?: object) => fixture.asUser(account, method, path, body)
const post = (path: string, body: object, headers = newNetwork()) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const login = () => post('login', { email: account.email, password: account.password })
const answer = (challenge: string, code: string, headers = newNetwork()) =>
  post('login/second-factor', { challenge, code }, headers)
const mailsOf = async () => {
  const { rows } = await fixture.pool.query('SELECT id, content FROM mail WHERE user_id = $1 ORDER BY id', [
    account.userId,
  ])
  return rows.map((row) => openMail(createSecretBox(ENCRYPTION_KEYS), row))
}
/** As if no code had been used yet: a test has no time to wait for the next one. */
const forgetStep = () =>
  fixture.pool.query('UPDATE second_factor SET last_step = 0 WHERE user_id = $1', [account.userId])

/** Turns the second factor on. */
async function enrol(): Promise<{ secret: string; codes: string[] }> {
  const begun = await asPerson('POST', '/auth/totp', { password: account.password })
  expect(begun.status).toBe(200)
  const { secret } = begun.body
  const { status, body } = await asPerson('POST', '/auth/totp/confirm', { code: totpCode(secret) })
  expect(status).toBe(200)
  await forgetStep()
  return { secret, codes: body.recovery_codes }
}

describe('enrolment', () => {
  test('gives what an app reads, counts once a code confirms it, and is told by a mail', async () => {
    const begun = await asPerson('POST', '/auth/totp', { password: account.password })
    const { secret, otpauth_uri } = begun.body
    const uri = new URL(otpauth_uri)
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret])
    expect(decodeURIComponent(uri.pathname)).toContain(account.email)
    expect((await login()).status).toBe(200)
    expect((await asPerson('POST', '/auth/totp/confirm', { code: totpCode(secret, -3) })).status).toBe(400)
    const confirmed = await asPerson('POST', '/auth/totp/confirm', { code: totpCode(secret) })
    expect(confirmed.headers.get('cache-control')).toBe('no-store')
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    expect((await asPerson('GET', '/auth/second-factor')).body).toMatchObject({
      totp: true,
      recovery_codes_left: 10,
      passkeys: 0,
    })
    expect((await mailsOf()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('was turned on'),
    ])
    // Another app does not take its place before it is turned off.
    expect((await asPerson('POST', '/auth/totp', { password: account.password })).status).toBe(409)
    expect((await asPerson('POST', '/auth/totp/confirm', { code: totpCode(secret, 1) })).status).toBe(409)
  })

  test('asks for the password again: a stolen token does not turn it on', async () => {
    const wrong = await asPerson('POST', '/auth/totp', { password: 'not the password' })
    expect([wrong.status, wrong.body.details.issues[0].path]).toEqual([400, 'password'])
  })

  test('secret and codes are stored sealed and hashed, and in no log', async () => {
    const { secret, codes } = await enrol()
    const { rows } = await fixture.pool.query(
      `SELECT encode(secret, 'escape') || (SELECT string_agg(encode(hash, 'escape'), '') FROM recovery_code) AS stored FROM second_factor`,
    )
    const seen = JSON.stringify(rows) + JSON.stringify(fixture.logs)
    for (const text of [secret, ...codes, codes[0]!.replaceAll('-', '')]) expect(seen).not.toContain(text)
  })
})

describe('a sign-in', () => {
  test('needs a code; without one the password gets a challenge, and no token', async () => {
    const { secret } = await enrol()
    const begun = await login()
    expect([begun.status, begun.body]).toEqual([
      202,
      {
        status: 'second_factor_required',
        message: expect.any(String),
        challenge: expect.any(String),
        expires_in: 300,
      },
    ])
    const { status, body } = await answer(begun.body.challenge, totpCode(secret))
    expect([status, body.user.id]).toEqual([200, account.userId])
    const me = await fixture.request('/api/v1/auth/me', {
      headers: { Authorization: `Bearer ${body.access_token}` },
    })
    expect(me.status).toBe(200)
    expect((await answer(begun.body.challenge, totpCode(secret, 1))).status).toBe(401)
  })

  test('by registering with the right password needs one too', async () => {
    await enrol()
    const { email, password } = account
    const { status, body } = await post('register', { email, password })
    expect([status, Object.keys(body)]).toEqual([200, ['status', 'message', 'challenge', 'expires_in']])
  })

  test('takes a code once, also when many bring it at once, and none that is older', async () => {
    const { secret } = await enrol()
    const challenges = await Promise.all(
      Array.from({ length: 5 }, async () => (await login()).body.challenge),
    )
    const replies = await Promise.all(challenges.map((challenge) => answer(challenge, totpCode(secret))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const next = (await login()).body.challenge
    expect((await answer(next, totpCode(secret, -1))).status).toBe(400)
    expect((await answer(next, totpCode(secret, 1))).status).toBe(200)
  })

  test('takes each recovery code once, however it is written', async () => {
    const { codes } = await enrol()
    const [first] = codes
    const written = first!.toLowerCase().replaceAll('-', ' ')
    const challenges = await Promise.all(
      Array.from({ length: 3 }, async () => (await login()).body.challenge),
    )
    const replies = await Promise.all(challenges.map((challenge) => answer(challenge, written)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await asPerson('GET', '/auth/second-factor')).body.recovery_codes_left).toBe(9)
  })

  test('cannot be guessed: ten wrong codes from anywhere close it, the right one included', async () => {
    const { secret } = await enrol()
    const { challenge } = (await login()).body
    for (let turn = 0; turn < 10; turn++) expect((await answer(challenge, '000000')).status).toBe(400)
    const closed = await answer(challenge, totpCode(secret))
    expect([closed.status, Number(closed.headers.get('retry-after')) > 0]).toEqual([429, true])
    await fixture.forgetLimits()
    expect((await answer(challenge, totpCode(secret))).status).toBe(200)
  })

  test('many accounts from one network are not guessed at either', async () => {
    const headers = newNetwork()
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      account = await fixture.account()
      await enrol()
      const { challenge } = (await login()).body
      // Below the endpoint's own limit for an address, which other tests hold.
      for (let guess = 0; guess < 8; guess++)
        statuses.push((await answer(challenge, '000000', headers)).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual([429, 429])
  })

  test('a challenge ends after five minutes, and with a new password', async () => {
    const { secret } = await enrol()
    const late = (await login()).body.challenge
    await fixture.pool.query('UPDATE sign_in_challenge SET expires_at = now() WHERE user_id = $1', [
      account.userId,
    ])
    expect((await answer(late, totpCode(secret))).status).toBe(401)
    const before = (await login()).body.challenge
    const change = {
      current_password: account.password,
      new_password: 'another long password',
      code: totpCode(secret),
    }
    expect((await asPerson('POST', '/auth/change-password', change)).status).toBe(200)
    expect((await answer(before, totpCode(secret, 1))).status).toBe(401)
  })

  test.each(['', 'no such challenge'])('the challenge %j is none', async (challenge) => {
    expect((await answer(challenge, '123456')).status).toBe(challenge === '' ? 400 : 401)
  })
})

describe('what changes how somebody signs in needs a code', () => {
  const changes: [string, string, () => object][] = [
    [
      'POST',
      '/auth/change-password',
      () => ({ current_password: account.password, new_password: 'another long password' }),
    ],
    ['POST', '/auth/email', () => ({ email: `new.${account.email}`, password: account.password })],
    ['POST', '/auth/passkeys/options', () => ({ password: account.password })],
    ['DELETE', '/auth/account', () => ({ password: account.password, confirm: true })],
    ['DELETE', '/auth/totp', () => ({ password: account.password })],
  ]

  test.each(changes)('%s %s', async (method, path, body) => {
    const { secret } = await enrol()
    for (const more of [{}, { code: '000000' }]) {
      const { status, body: refused } = await asPerson(method, path, { ...body(), ...more })
      expect([status, refused.details.issues[0].path]).toEqual([400, 'code'])
    }
    const { status } = await asPerson(method, path, { ...body(), code: totpCode(secret) })
    expect(status).toBeLessThan(300)
  }) // biome-ignore format: a table

  test('once it is off nothing asks for one, and its recovery codes are gone', async () => {
    const { codes } = await enrol()
    const removal = { password: account.password, code: codes[0] }
    expect((await asPerson('DELETE', '/auth/totp', removal)).status).toBe(204)
    expect((await login()).status).toBe(200)
    expect((await asPerson('GET', '/auth/second-factor')).body).toEqual({
      totp: false,
      enabled_at: null,
      recovery_codes_left: 0,
      passkeys: 0,
    })
    expect((await mailsOf()).at(-1)!.subject).toContain('was turned off')
    const { rows } = await fixture.pool.query(
      "SELECT action FROM audit_entry WHERE account_id = $1 AND action LIKE 'second_factor%' ORDER BY id",
      [account.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['second_factor.enabled', 'second_factor.disabled'])
  })

  test('other recovery codes take the place of those there are', async () => {
    const { codes, secret } = await enrol()
    const renewed = await asPerson('POST', '/auth/recovery-codes', { code: totpCode(secret) })
    expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([200, 10])
    const { challenge } = (await login()).body
    expect((await answer(challenge, codes[0]!)).status).toBe(400)
    expect((await answer(challenge, renewed.body.recovery_codes[0])).status).toBe(200)
  })

  test('a reset password signs nobody in past it', async () => {
    await enrol()
    await eventually(async () => expect((await login()).status).toBe(202))
  })
})
