import { launchChromium } from '@gleaner/browser-tiers/testing/launch-chromium'
import { freePort } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'puppeteer-core'
import {
  createGatewayFixture,
  type GatewayFixture,
  type Reply,
  type TestAccount,
} from '../testing/fixture.ts'

import { type HostileProvider, startHostileProvider } from '../testing/hostile-provider.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'

const people: Record<string, Record<string, unknown>> = {}
const STAFF = '019a9f3e-7a0f-7b1c-8d44-5e2f3a4b5c6d'
const LAB = '019a9f3e-7a0f-7b1c-8d44-5e2f3a4b5c6e'
let provider: IdentityProvider
let fixture: GatewayFixture
beforeAll(async () => {
  const port = await freePort()
  provider = await startIdentityProvider(people, `http://127.0.0.1:${port}/app/sign-in/provider`)
  fixture = await createGatewayFixture({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    REGISTRATION: 'closed',
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: CLIENT.id,
    SSO_CLIENT_SECRET: CLIENT.secret,
    SSO_NAME: 'Example Inc.',
    SSO_DOMAINS: 'example.com',
    SSO_ROLES: `staff=${STAFF}:member,leads=${STAFF}:admin,lab=${LAB}:member`,
  })
})
afterAll(async () => {
  await fixture?.close()
  await provider?.close()
})

let network = 0
async function post(path: string, body?: object, of = fixture): Promise<Reply> {
  return await of.request(`/api/v1/auth/login/sso${path}`, {
    method: 'POST',
    headers: {
      'X-Forwarded-For': `198.51.100.${network++ & 255}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Signs in at the provider as one of the people; the answer, and the ticket that it belongs to. */
async function answerOf(who: string): Promise<{ ticket: string; answer: string }> {
  const { authorization_url, ticket } = (await post('/options')).body
  return { ticket, answer: (await provider.signIn(authorization_url, who)).search }
}

const signIn = async (who: string) => await post('', await answerOf(who))

test('GET /server names the provider', async () => {
  const { body } = await fixture.request('/api/v1/server')
  expect(body.single_sign_on).toEqual({ name: 'Example Inc.' })
})

describe('the provider lets in', () => {
  test('somebody new, who gets an account, and is the same person the next time, whatever their address is by then', async () => {
    people.ann = { email: 'Ann@Example.com', email_verified: true, name: 'Ann\nLee' }
    const first = await signIn('ann')
    expect([first.status, first.body.user]).toMatchObject([
      200,
      { email: 'ann@example.com', name: 'Ann Lee' },
    ])
    const me = await fixture.request('/api/v1/auth/me', {
      headers: { Authorization: `Bearer ${first.body.access_token}` },
    })
    expect(me.body).toMatchObject({ email: 'ann@example.com', credits_total: 5_000 })
    people.ann = { email: 'ann.lee@example.com', email_verified: true }
    expect((await signIn('ann')).body.user).toEqual(first.body.user)
  })

  test('the same person from two tabs at once: one account', async () => {
    people.two = { email: 'two@example.com', email_verified: true }
    const answers = [await answerOf('two'), await answerOf('two')]
    const replies = await Promise.all(answers.map((each) => post('', each)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]!.body.user.id).toBe(replies[1]!.body.user.id)
  })

  test('who has an account, by its password once', async () => {
    const account = await fixture.account()
    const email = `${account.id}@example.com`
    await fixture.pool.query('UPDATE app_user SET email = $2 WHERE id = $1', [account.userId, email])
    people.old = { email, email_verified: true }
    const asked = await signIn('old')
    expect([asked.status, asked.body]).toMatchObject([202, { status: 'password_required', email }])
    const { ticket } = asked.body
    const wrong = await post('/connect', { ticket, password: 'not the password' })
    expect([wrong.status, wrong.body.details.issues[0].path]).toEqual([400, 'password'])
    expect((await post('/connect', { ticket: `A${ticket}`, password: account.password })).status).toBe(401)
    const connected = await post('/connect', { ticket, password: account.password })
    expect([connected.status, connected.body.user.id]).toEqual([200, account.userId])
    expect((await signIn('old')).body.user.id).toBe(account.userId)
    const { rows } = await fixture.pool.query('SELECT count(*)::int FROM mail WHERE user_id = $1', [
      account.userId,
    ])
    expect(rows[0].count).toBe(1)
  })

  test('nobody whose account is blocked', async () => {
    people.bad = { email: 'bad@example.com', email_verified: true }
    const { user } = (await signIn('bad')).body
    await fixture.pool.query(
      'UPDATE account SET blocked_at = now() FROM app_user WHERE app_user.id = $1 AND account.id = account_id',
      [user.id],
    )
    expect((await signIn('bad')).status).toBe(403)
  })
})

describe('groups', () => {
  let owner: TestAccount
  beforeAll(async () => {
    owner = await fixture.account()
    for (const id of [STAFF, LAB])
      await fixture.pool.query(
        `WITH account AS (INSERT INTO account (id, name, kind) VALUES ($1, $2, 'organization')),
           organization AS (INSERT INTO organization (account_id, slug) VALUES ($1, $2))
         INSERT INTO membership (account_id, user_id, role) VALUES ($1, $3, 'owner')`,
        [id, `org-${id.slice(-1)}`, owner.userId],
      )
  })
  const rolesOf = async (userId: string) => {
    const { rows } = await fixture.pool.query(
      'SELECT account_id, role FROM membership WHERE user_id = $1 ORDER BY account_id',
      [userId],
    )
    return rows.map(({ account_id, role }) => [account_id, role])
  }

  test('give roles, the highest of several, and take them away at the next sign-in', async () => {
    const of = async (groups: unknown) => {
      people.bob = { email: 'bob@example.com', email_verified: true, groups }
      return await rolesOf((await signIn('bob')).body.user.id)
    }
    expect(await of(['staff', 'leads', 'elsewhere'])).toEqual([[STAFF, 'admin']])
    expect(await of(['lab', 'staff'])).toEqual([
      [STAFF, 'member'],
      [LAB, 'member'],
    ])
    expect(await of('lab')).toEqual([[LAB, 'member']])
    expect(await of([])).toEqual([])
    await fixture.pool.query(
      `INSERT INTO provider_identity (issuer, subject, user_id) VALUES ($1, 'boss', $2)`,
      [provider.issuer, owner.userId],
    )
    people.boss = { email: 'boss@example.com', email_verified: true, groups: ['staff'] }
    expect((await signIn('boss')).body.user.id).toBe(owner.userId)
    expect((await rolesOf(owner.userId)).map(([, role]) => role)).toEqual(['owner', 'owner'])
  })
})

describe('the provider is not believed', () => {
  test.each([
    ['an address that it has not confirmed', { email: 'eve@example.com', email_verified: false }],
    ['an address of which it says nothing', { email: 'eve@example.com' }],
    ['no address', {}],
    ['an address of another domain', { email: 'eve@example.org', email_verified: true }],
    ['an address of a domain that ends alike', { email: 'eve@notexample.com', email_verified: true }],
  ])('with %s', async (_what, said) => {
    people.eve = said
    expect((await signIn('eve')).status).toBe(403)
  })

  test('with an unconfirmed address that is somebody’s', async () => {
    const account = await fixture.account()
    const email = `${account.id}@example.com`
    await fixture.pool.query('UPDATE app_user SET email = $2 WHERE id = $1', [account.userId, email])
    people.thief = { email, email_verified: false }
    expect((await signIn('thief')).status).toBe(403)
  })
})

describe('an answer is refused', () => {
  test('that comes again, to the ticket of another browser, or with another state', async () => {
    people.cy = { email: 'cy@example.com', email_verified: true }
    const once = await answerOf('cy')
    expect([(await post('', once)).status, (await post('', once)).status]).toEqual([200, 401])
    const [mine, theirs] = [await answerOf('cy'), await answerOf('cy')]
    expect((await post('', { ticket: mine.ticket, answer: theirs.answer })).status).toBe(401)
    expect((await post('', { ticket: 'made up', answer: mine.answer })).status).toBe(401)
    const late = await answerOf('cy')
    await fixture.pool.query("UPDATE sign_in_challenge SET expires_at = now() WHERE kind = 'single_sign_on'")
    expect((await post('', late)).status).toBe(401)
  })

  test('that says no, without what a stranger wrote', async () => {
    const { ticket, authorization_url } = (await post('/options')).body
    const state = new URL(authorization_url).searchParams.get('state')!
    const answer = `?${new URLSearchParams({ error: 'access_denied', error_description: '<b>hi</b>', state, iss: provider.issuer })}`
    const { status, body } = await post('', { ticket, answer })
    expect([status, body.message]).toEqual([403, 'The provider did not let you in (access_denied).'])
  })
})

describe('a token is refused', () => {
  let hostile: HostileProvider
  let beside: GatewayFixture
  beforeAll(async () => {
    hostile = await startHostileProvider('mallory')
    beside = await createGatewayFixture({
      TRUST_PROXY: '1',
      SSO_ISSUER: hostile.issuer,
      SSO_CLIENT_ID: 'gleaner',
    })
  })
  afterAll(async () => {
    await beside?.close()
    await hostile?.close()
  })
  const answered = async () => {
    const { authorization_url, ticket } = (await post('/options', undefined, beside)).body
    return await post('', { ticket, answer: `?${hostile.answer(authorization_url)}` }, beside)
  }
  const HOUR_AGO = Math.floor(Date.now() / 1_000) - 3_600

  test('not when it is as it should be', async () => {
    hostile.lies = { claims: {}, signWith: 'own' }
    expect((await answered()).status).toBe(200)
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another service', { aud: 'somebody-else' }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { iat: HOUR_AGO - 300, exp: HOUR_AGO }],
    ['that names nobody', { sub: undefined }],
  ])('%s', async (_what, claims) => {
    hostile.lies = { claims, signWith: 'own' }
    expect((await answered()).status).toBe(401)
  })

  test.each(['another', 'none'] as const)('signed with key: %s', async (signWith) => {
    hostile.lies = { claims: {}, signWith }
    expect((await answered()).status).toBe(401)
  })

  test('whose provider names the groups elsewhere', async () => {
    hostile.lies = { claims: { _claim_names: { groups: 'src1' } }, signWith: 'own' }
    expect((await answered()).status).toBe(403)
  })
})

test('a provider that is away is said to be, and a server without one has no single sign-on', async () => {
  const away = await createGatewayFixture({
    SSO_ISSUER: `http://127.0.0.1:${await freePort()}`,
    SSO_CLIENT_ID: 'gleaner',
  })
  expect((await post('/options', undefined, away)).status).toBe(503)
  await away.close()
  const without = await createGatewayFixture()
  expect((await post('/options', undefined, without)).status).toBe(404)
  expect((await without.request('/api/v1/server')).body.single_sign_on).toBeNull()
  await without.close()
})

describe('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  /** Presses the button of the sign-in page, and signs in at the provider. */
  async function pressButton(who: string, next = ''): Promise<Page> {
    const page = await (await browser.createBrowserContext()).newPage()
    await page.goto(`${fixture.url}/app/sign-in${next}`)
    await page.locator('::-p-aria(Sign in with Example Inc.)').click()
    await page.locator('input[name=login]').fill(who)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('::-p-text(Continue)').click()
    return page
  }

  test('a person presses the button, and comes back signed in to where they were', async () => {
    people.pat = { email: 'pat@example.com', email_verified: true }
    const page = await pressButton('pat', '?next=/account')
    await page.waitForFunction(() => location.pathname === '/app/account')
    await page.waitForSelector('::-p-text(pat@example.com)')
    // The answer of the provider is in no history.
    expect(await page.evaluate(() => location.href + document.referrer)).not.toContain('code=')
  })

  test('who has an account connects it by its password', async () => {
    const account = await fixture.account()
    const email = `${account.id}@example.com`
    await fixture.pool.query('UPDATE app_user SET email = $2 WHERE id = $1', [account.userId, email])
    people.quin = { email, email_verified: true }
    const page = await pressButton('quin')
    await page.locator('::-p-aria(Password)').fill(account.password)
    await page.locator('::-p-aria(Connect and sign in)').click()
    await page.waitForFunction(() => localStorage.getItem('gleaner.refresh-token') !== null)
  })

  test('an address that somebody else has brought is told to sign in again', async () => {
    const page = await browser.newPage()
    await page.goto(`${fixture.url}/app/sign-in/provider?code=a&state=b`)
    await page.waitForSelector('::-p-text(sign in again)')
    expect(await page.evaluate(() => location.search)).toBe('')
  })
})
