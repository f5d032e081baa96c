import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makePasskey } from '../testing/authenticator.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'
import { codeFor, exchange, registerClient, type TestClient, tokenRequest } from '../testing/oauth.ts'
import { totpCode } from '../testing/totp.ts'

const ORIGIN = 'https://app.localhost'

let fixture: GatewayFixture
let web: TestClient
let terminal: TestClient
beforeAll(async () => {
  fixture = await createGatewayFixture({
    TRUST_PROXY: '1',
    PASSKEY_DOMAIN: 'localhost',
    PASSKEY_ORIGINS: ORIGIN,
  })
  web = await registerClient(fixture)
  terminal = await registerClient(fixture, { name: 'Terminal', isPublic: true })
})
afterAll(() => fixture.close())

let network = 0
const newNetwork = () => ({ 'X-Forwarded-For': `198.51.${network >> 8}.${network++ & 255}` })
const post = (path: string, body: object) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...newNetwork() },
    body: JSON.stringify(body),
  })

/** A person with an authenticator app who has signed in twice: by the later one they ask. */
interface Person extends TestAccount {
  totp: string
  /** Another sign-in of theirs, which ends this one. */
  elsewhere: TestAccount
  refreshToken: string
}
const as = (who: TestAccount, method: string, path: string, body?: object) =>
  fixture.asUser(who, method, path, body, newNetwork())
/** As if the code of this half minute had not been used. */
const forgetStep = ({ userId }: TestAccount) =>
  fixture.pool.query('UPDATE second_factor SET last_step = 0 WHERE user_id = $1', [userId])

async function signIn(account: TestAccount, totp: string) {
  await forgetStep(account)
  const asked = await post('/auth/login', { email: account.email, password: account.password })
  const answer = { challenge: asked.body.challenge, code: totpCode(totp) }
  const { body } = await post('/auth/login/second-factor', answer)
  await forgetStep(account)
  return body
}

async function newPerson(): Promise<Person> {
  const account = await fixture.account(1_000_000)
  const { secret: totp } = (await as(account, 'POST', '/auth/totp', { password: account.password })).body
  expect((await as(account, 'POST', '/auth/totp/confirm', { code: totpCode(totp) })).status).toBe(200)
  const first = await signIn(account, totp)
  return {
    ...account,
    accessToken: first.access_token,
    refreshToken: first.refresh_token,
    totp,
    elsewhere: account,
  }
}

/** What is granted, and how it is used later: what it then answers. */
const KINDS: Record<string, (person: Person) => Promise<() => Promise<number>>> = {
  async 'an authorization code'(person) {
    const code = await codeFor(fixture, person, web)
    return async () => (await exchange(fixture, tokenRequest(web, code))).status
  },
  async 'a device code'(person) {
    const form = (path: string, fields: Record<string, string>) =>
      fixture.request(`/api/v1/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    const { device_code, user_code } = (await form('device_authorization', { client_id: terminal.id })).body
    const decided = await as(person, 'POST', '/oauth/device/decide', { user_code, allow: true })
    expect(decided.status).toBeLessThan(300)
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    return async () => (await form('token', { grant_type, device_code, client_id: terminal.id })).status
  },
  async 'the options of a new passkey'(person) {
    const { body } = await as(person, 'POST', '/auth/passkeys/options', {
      password: person.password,
      code: totpCode(person.totp),
    })
    await forgetStep(person)
    const { credential } = makePasskey(body, { origin: ORIGIN })
    // Of the sign-in that goes on: what has ended answers 401 itself.
    return async () => {
      const own = await as(person, 'POST', '/auth/passkeys', { credential })
      return own.status === 401
        ? (await as(person.elsewhere, 'POST', '/auth/passkeys', { credential })).status
        : own.status
    }
  },
  async 'a sign-in that waits for a code'(person) {
    const { challenge } = (await post('/auth/login', { email: person.email, password: person.password })).body
    return async () => {
      await forgetStep(person)
      return (await post('/auth/login/second-factor', { challenge, code: totpCode(person.totp) })).status
    }
  },
}

const firstSignIn = async ({ elsewhere }: Person): Promise<string> =>
  (await as(elsewhere, 'GET', '/auth/sign-ins')).body.sign_ins.filter(
    (one: { current: boolean }) => !one.current,
  )[0].id

/** How a sign-in ends: by its own wish, as one of several, or with all of its person. */
type Reach = 'own' | 'one' | 'all'
const WAYS: Record<string, { reach: Reach; end(person: Person): Promise<unknown> }> = {
  'signing out': { reach: 'own', end: (person) => as(person, 'POST', '/auth/logout') },
  'ending it in the list of devices': {
    reach: 'one',
    end: async (person) => as(person.elsewhere, 'DELETE', `/auth/sign-ins/${await firstSignIn(person)}`),
  },
  'a refresh token that comes a second time': {
    reach: 'one',
    async end({ refreshToken }) {
      await post('/auth/refresh', { refresh_token: refreshToken })
      await fixture.pool.query("UPDATE user_session SET rotated_at = rotated_at - interval '1 hour'")
      return await post('/auth/refresh', { refresh_token: refreshToken })
    },
  },
  'ending all others': {
    reach: 'all',
    end: (person) => as(person.elsewhere, 'DELETE', '/auth/sign-ins?current=false'),
  },
  'another password': {
    reach: 'all',
    end: (person) =>
      as(person.elsewhere, 'POST', '/auth/change-password', {
        current_password: person.password,
        new_password: 'another long one',
        code: totpCode(person.totp),
      }),
  },
  'a password that is set by mail': {
    reach: 'all',
    async end(person) {
      await mailToken(person, 'INSERT INTO password_reset (token_hash, user_id, expires_at) VALUES ')
      return await post('/auth/reset-password', { token: TOKEN, password: 'another long one' })
    },
  },
  'an address that is taken back': {
    reach: 'all',
    async end(person) {
      const { email } = person
      await mailToken(
        person,
        `INSERT INTO email_undo (old_email, token_hash, user_id, expires_at) SELECT '${email}', * FROM (VALUES `,
        ') AS undo',
      )
      return await post('/auth/undo-email', { token: TOKEN })
    },
  },
}

const TOKEN = 't'.repeat(43)

/** As if a mail had brought it. */
async function mailToken({ userId }: TestAccount, into: string, end = ''): Promise<void> {
  const row = "(sha256(convert_to($1, 'UTF8')), $2::uuid, now() + interval '1 hour')"
  await fixture.pool.query(`DELETE FROM password_reset WHERE token_hash = sha256(convert_to($1, 'UTF8'))`, [
    TOKEN,
  ])
  await fixture.pool.query(`DELETE FROM email_undo WHERE token_hash = sha256(convert_to($1, 'UTF8'))`, [
    TOKEN,
  ])
  await fixture.pool.query(into + row + end, [TOKEN, userId])
}

/** After which ends something is good still: the pages of consents sign out themselves, and a sign-in that waits is of no other. */
const STAYS: Record<string, Reach[]> = {
  'an authorization code': ['own'],
  'a device code': ['own'],
  'the options of a new passkey': [],
  'a sign-in that waits for a code': ['own', 'one'],
}

const cases = Object.keys(KINDS).flatMap((kind) => Object.keys(WAYS).map((way) => [kind, way] as const))

test.each(Object.keys(KINDS))('%s is good as long as its sign-in goes on', async (kind) => {
  const use = await KINDS[kind]!(await newPerson())
  expect(await use()).toBeLessThan(300)
})

test.each(cases)('%s, and the end of its sign-in by %s', async (kind, way) => {
  const person = await newPerson()
  const use = await KINDS[kind]!(person)
  const { reach, end } = WAYS[way]!
  await end(person)
  // The sign-in has ended indeed.
  await eventually(async () => expect((await as(person, 'GET', '/auth/me')).status).toBe(401))
  expect([kind, way, (await use()) < 300]).toEqual([kind, way, STAYS[kind]!.includes(reach)])
})
