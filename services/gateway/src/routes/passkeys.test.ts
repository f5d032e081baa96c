import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Browser } from 'puppeteer-core'
import { makePasskey, type TestPasskey, usePasskey } from '../testing/authenticator.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let browser: Browser
let account: TestAccount
/** WebAuthn wants a name: an address is no domain. */
let origin: string
beforeAll(async () => {
  ;[fixture, browser] = await Promise.all([
    createGatewayFixture({
      TRUST_PROXY: '1',
      PASSKEY_DOMAIN: 'localhost',
      PASSKEY_ORIGINS: 'https://app.localhost',
    }),
    launchChromium(),
  ])
  origin = 'https://app.localhost'
})
afterAll(() => Promise.all([browser.close(), fixture.close()]))
beforeEach(async () => {
  account = await fixture.account()
})

let network = 0
const post = (path: string, body?: object) =>
  fixture.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: {
      'X-Forwarded-For': `198.51.100.${network++ & 255}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const asPerson = (method: string, path: string, body?: object, who = account) =>
  fixture.asUser(who, method, path, body)
const options = async () =>
  (await asPerson('POST', '/auth/passkeys/options', { password: account.password })).body
const requestOptions = async () => (await post('login/passkey/options')).body
const signIn = (credential: object) => post('login/passkey', { credential })

async function register(name = 'Laptop'): Promise<TestPasskey> {
  const { credential, passkey } = makePasskey(await options(), { origin })
  const { status } = await asPerson('POST', '/auth/passkeys', { name, credential })
  expect(status).toBe(201)
  return passkey
}

test('Chromium’s authenticator makes a passkey and signs in with it', async () => {
  const local = await createGatewayFixture({ PUBLIC_URL: 'http://localhost' })
  // The page's origin has the port of the gateway, which the fixture knows once it listens.
  const port = new URL(local.url).port
  await local.close()
  const gateway = await createGatewayFixture({ PORT: port, PUBLIC_URL: `http://localhost:${port}` })
  try {
    const person = await gateway.account()
    const page = await browser.newPage()
    await page.setBypassCSP(true)
    const devtools = await page.createCDPSession()
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`http://localhost:${port}/device`)
    const login = { email: person.email, password: person.password }
    const result = await page.evaluate(async ({ email, password }) => {
      const ask = async (path: string, body?: object, token?: string) => {
        const response = await fetch(`/api/v1/auth/${path}`, {
          method: 'POST',
          headers: {
            ...(body && { 'Content-Type': 'application/json' }),
            ...(token && { Authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        return await response.json()
      }
      // biome-ignore lint/suspicious/noExplicitAny: newer than the types of this DOM
      const Credential = PublicKeyCredential as any
      const { access_token } = await ask('login', { email, password })
      const creation = await ask('passkeys/options', { password }, access_token)
      const made = await navigator.credentials.create({
        publicKey: Credential.parseCreationOptionsFromJSON(creation),
      })
      const added = await ask(
        'passkeys',
        { name: 'Chromium', credential: (made as PublicKeyCredential).toJSON() },
        access_token,
      )
      const request = await ask('login/passkey/options')
      const used = await navigator.credentials.get({
        publicKey: Credential.parseRequestOptionsFromJSON(request),
      })
      return {
        added,
        signedIn: await ask('login/passkey', { credential: (used as PublicKeyCredential).toJSON() }),
      }
    }, login)
    expect(result.added).toMatchObject({ name: 'Chromium', last_used_at: null })
    expect(result.signedIn).toMatchObject({ user: { id: person.userId }, token_type: 'bearer' })
    await page.close()
  } finally {
    await gateway.close()
  }
})

describe('a passkey', () => {
  test('is listed, signs its user in without a second factor, and does not once it is removed', async () => {
    const passkey = await register()
    const { status, body } = await signIn(usePasskey(passkey, await requestOptions(), { origin }))
    expect([status, body.user.id]).toEqual([200, account.userId])
    const listed = (await asPerson('GET', '/auth/passkeys')).body
    expect(listed).toMatchObject({
      total: 1,
      passkeys: [{ name: 'Laptop', last_used_at: expect.any(String) }],
    })
    const [{ id }] = listed.passkeys
    const stranger = await fixture.account()
    const rename = (name: string, who = account) => asPerson('PATCH', `/auth/passkeys/${id}`, { name }, who)
    expect((await rename('Taken', stranger)).status).toBe(404)
    expect((await rename('')).status).toBe(400)
    expect(await rename('Desk')).toMatchObject({ status: 200, body: { id, name: 'Desk' } })
    expect((await asPerson('GET', '/auth/passkeys')).body.passkeys).toMatchObject([{ id, name: 'Desk' }])
    expect((await asPerson('DELETE', `/auth/passkeys/${id}`, undefined, stranger)).status).toBe(404)
    expect((await asPerson('DELETE', `/auth/passkeys/${id}`)).status).toBe(204)
    expect((await signIn(usePasskey(passkey, await requestOptions(), { origin }))).status).toBe(401)
    const { rows } = await fixture.pool.query('SELECT count(*)::int FROM mail WHERE user_id = $1', [
      account.userId,
    ])
    expect(rows[0].count).toBe(2)
  })

  test('is made by who knows the password again', async () => {
    const { status, body } = await asPerson('POST', '/auth/passkeys/options', {
      password: 'not the password',
    })
    expect([status, body.details.issues[0].path]).toEqual([400, 'password'])
  })

  test('of a blocked account does not sign in', async () => {
    const passkey = await register()
    await fixture.pool.query('UPDATE account SET blocked_at = now() WHERE id = $1', [account.id])
    expect((await signIn(usePasskey(passkey, await requestOptions(), { origin }))).status).toBe(403)
  })
})

describe('an answer is refused', () => {
  test('that comes again, late, for another page, or without its user', async () => {
    const passkey = await register()
    const once = usePasskey(passkey, await requestOptions(), { origin })
    expect([(await signIn(once)).status, (await signIn(once)).status]).toEqual([200, 401])

    const late = await requestOptions()
    await fixture.pool.query("UPDATE sign_in_challenge SET expires_at = now() WHERE kind = 'passkey'")
    expect((await signIn(usePasskey(passkey, late, { origin }))).status).toBe(401)

    const elsewhere = usePasskey(passkey, await requestOptions(), { origin: 'https://evil.example' })
    expect((await signIn(elsewhere)).status).toBe(401)
    const otherDomain = usePasskey(passkey, { ...(await requestOptions()), rpId: 'evil.example' }, { origin })
    expect((await signIn(otherDomain)).status).toBe(401)
    const unverified = usePasskey(passkey, await requestOptions(), { origin, flags: 1 })
    expect((await signIn(unverified)).status).toBe(401)
    const made = { ...passkey, id: 'bm9ib2R5' }
    expect((await signIn(usePasskey(made, await requestOptions(), { origin }))).status).toBe(401)
  })

  test('of a copy: one whose counter goes back', async () => {
    const passkey = await register()
    const copy = { ...passkey }
    expect((await signIn(usePasskey(passkey, await requestOptions(), { origin }))).status).toBe(200)
    expect((await signIn(usePasskey(copy, await requestOptions(), { origin }))).status).toBe(401)
  })

  test('to the options of somebody else, of a sign-in, or twice, when one is made', async () => {
    const { credential } = makePasskey(await options(), { origin })
    const stranger = await fixture.account()
    const add = (given: object, who = account) =>
      asPerson('POST', '/auth/passkeys', { credential: given }, who)
    expect((await add(credential, stranger)).status).toBe(400)
    const asked = await options()
    const { credential: good } = makePasskey(asked, { origin })
    expect([(await add(good)).status, (await add(good)).status]).toEqual([201, 400])
    const { challenge } = await requestOptions()
    expect((await add(makePasskey({ ...asked, challenge }, { origin }).credential)).status).toBe(400)
    expect((await add(makePasskey(await options(), { origin, flags: 1 }).credential)).status).toBe(400)
    expect(
      (await add(makePasskey(await options(), { origin: 'https://evil.example' }).credential)).status,
    ).toBe(400)
  })

  test.each([
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { id: 'x', rawId: 'y', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } },
    {
      id: 'eA',
      rawId: 'eA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    },
    {
      id: 'eA',
      rawId: 'eA',
      type: 'public-key',
      response: { clientDataJSON: { a: 1 }, attestationObject: [] },
    },
  ])('that is none: %j', async (credential) => {
    expect((await asPerson('POST', '/auth/passkeys', { credential })).status).toBe(400)
    expect((await signIn(credential)).status).toBe(401)
    const known = await register()
    expect((await signIn({ ...credential, id: known.id })).status).toBe(401)
  })
})
