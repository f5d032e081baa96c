import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  type AccountsSite,
  LOGIN_FORM,
  redirectTo,
  sendHtml,
  sitePage,
  startAccountsSite,
} from '../testing/accounts-site.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

const TOKEN = 'token-of-ada-which-nobody-else-knows'

let fixture: GatewayFixture
let account: TestAccount
let site: AccountsSite
let elsewhere: AccountsSite
beforeAll(async () => {
  fixture = await createGatewayFixture(
    { EGRESS_ALLOW: '127.0.0.0/8', NODE_ENV: 'development' },
    { overProxy: true, allTiers: true },
  )
  site = await startAccountsSite()
  elsewhere = await startAccountsSite()
})
beforeEach(async () => {
  account = await fixture.account()
  site.tokens = new Set([TOKEN])
  site.answer = undefined
  site.requests.length = 0
  elsewhere.requests.length = 0
})
afterEach(() => fixture.databaseProxy.restore())
afterAll(async () => {
  await fixture.close()
  await Promise.all([site.close(), elsewhere.close()])
})

const post = (path: string, body?: unknown, key = account.key) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function createSession(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await post('/sessions', {
    name: 'harbour',
    domain: site.url,
    cookies: { sid: TOKEN },
    ...more,
  })
  expect([status, body.domain]).toEqual([200, '127.0.0.1'])
  return body.id
}

const validate = (id: string, key = account.key) => post(`/sessions/${id}/validate`, undefined, key)
const read = async (id: string) => (await fixture.get(account, `/sessions/${id}`)).body
const actionsOf = async (id: string) => {
  const { rows } = await fixture.pool.query(
    'SELECT actor, action, details FROM login_session_event WHERE session_id = $1 ORDER BY id',
    [id],
  )
  return rows as { actor: string; action: string; details: Record<string, unknown> }[]
}

describe('a session of which the site knows the login', () => {
  test('is judged as any where others read what is found, and none of its values stands in that', async () => {
    const id = await createSession({ cookies: { sid: TOKEN, who: 'Ada Pilchard' } })
    const organization = (await fixture.asUser(account, 'POST', '/organizations', { name: 'Harbour' })).body
      .id
    expect((await validate(id)).body).toMatchObject({ is_valid: true, detected_user: 'Ada Pilchard' })
    await fixture.asUser(account, 'POST', `/sessions/${id}/share`, { organization_id: organization })
    const { body } = await validate(id)
    expect(body).toMatchObject({ is_valid: true, detected_user: '***' })
    expect(JSON.stringify(body)).not.toMatch(/Ada|Pilchard/)
  })

  test('is valid, by requests with and without it, and names the user', async () => {
    const id = await createSession()
    const { status, body } = await validate(id)
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        name: 'harbour',
        domain: '127.0.0.1',
        status: 'active',
        is_valid: true,
        valid: true,
        reason: null,
        http_status: 200,
        detected_user: 'Ada Pilchard',
        consecutive_failures: 0,
        cookie_expiry_detected: null,
        cookies_expiring_soon: false,
      },
    ])
    expect(body.confidence).toBeGreaterThanOrEqual(50)
    expect(body.indicators_found.user_elements.join()).toContain('Ada Pilchard')
    expect(new Set(site.requests.map(({ cookie }) => cookie))).toEqual(new Set([`sid=${TOKEN}`, '']))
    expect(await read(id)).toMatchObject({
      status: 'active',
      last_validated_at: expect.any(String),
      validation_confidence: body.confidence,
    })
    const validated = (await actionsOf(id)).at(-1)!
    expect(validated).toMatchObject({ action: 'validated', details: { is_valid: true, http_status: 200 } })
    expect(validated.actor).toMatch(/^key:/)
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  })

  test('is asked about at the last page that it showed', async () => {
    const id = await createSession()
    await fixture.pool.query('UPDATE login_session SET last_page = $2 WHERE id = $1', [
      id,
      `${site.url}/account`,
    ])
    expect((await validate(id)).body).toMatchObject({ is_valid: true })
    expect(site.requests[0]).toMatchObject({ path: '/account', cookie: `sid=${TOKEN}` })
  })

  test('works again although it was invalid', async () => {
    const id = await createSession()
    await fixture.pool.query(
      "UPDATE login_session SET status = 'invalid', consecutive_failures = 3 WHERE id = $1",
      [id],
    )
    expect((await validate(id)).body).toMatchObject({ status: 'active', consecutive_failures: 0 })
  })

  test('two calls at once share one validation', async () => {
    const id = await createSession()
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    site.answer = ({ isSignedIn }, response) => {
      asked.resolve()
      void held.promise.then(() => sendHtml(response, sitePage('Harbour', isSignedIn)))
      return true
    }
    const first = validate(id)
    await asked.promise
    const second = validate(id)
    // A request is open before it has joined: it has, once it has been open for a while.
    let looks = 0
    await eventually(async () => {
      expect(await fixture.openRequests()).toBe(2)
      expect(++looks).toBeGreaterThan(25)
    })
    held.resolve()
    const both = await Promise.all([first, second])
    expect(both.map(({ status, body }) => [status, body.is_valid])).toEqual([
      [200, true],
      [200, true],
    ])
    expect(site.requests.filter(({ cookie }) => cookie !== '')).toHaveLength(1)
  })

  test('is valid where the home page and the sign-in are the same for everybody', async () => {
    site.answer = ({ path }, response) => {
      const links = '<p><a href="/login">Sign in</a> <a href="/account">My account</a></p>'
      if (path === '/') return sendHtml(response, `<title>Harbour</title><h1>Harbour</h1>${links}`)
      return path === '/login' ? sendHtml(response, sitePage('Sign in', false, LOGIN_FORM)) : undefined
    }
    const id = await createSession()
    expect((await validate(id)).body).toMatchObject({ is_valid: true, detected_user: 'Ada Pilchard' })
  })

  test('that logs in by a header alone is valid, too', async () => {
    site.answer = ({ headers }, response) =>
      sendHtml(response, sitePage('Harbour', headers.authorization === `Bearer ${TOKEN}`))
    const id = await createSession({
      cookies: { seen: 'yes' },
      headers: { Authorization: `Bearer ${TOKEN}` },
    })
    expect((await validate(id)).body).toMatchObject({ is_valid: true, detected_user: 'Ada Pilchard' })
  })
})

describe('a session of which the site does not know the login', () => {
  beforeEach(() => site.tokens.clear())

  test.each<[string, () => AccountsSite['answer']]>([
    ['the home page offers to sign in', () => undefined],
    [
      'a redirect to the sign-in',
      () =>
        ({ path }, response) =>
          path.startsWith('/login') ? undefined : redirectTo(response, '/login?next=/'),
    ],
    [
      'a form for the password, with 200',
      () => (_, response) => sendHtml(response, sitePage('Welcome', false, LOGIN_FORM)),
    ],
    ['401', () => (_, response) => sendHtml(response, '<h1>Who are you?</h1><p>Please sign in.</p>', 401)],
  ])('is invalid: %s', async (_, answer) => {
    site.answer = answer()
    const id = await createSession()
    const { body } = await validate(id)
    expect(body).toMatchObject({ status: 'invalid', is_valid: false, valid: false, detected_user: null })
    expect(body.confidence).toBeLessThan(50)
    expect(body.reason).toBe(body.details)
    expect(await read(id)).toMatchObject({ status: 'invalid', validation_confidence: body.confidence })
  })
})

test('a page that is made by its scripts is looked at in a browser', async () => {
  const app = `<!doctype html><title>App</title><div id="root"></div><script>
    document.getElementById('root').innerHTML = document.cookie.includes('sid=${TOKEN}')
      ? '<nav><a href="/account">My account</a> <span class="user-name">Ada Pilchard</span> <a href="/logout">Sign out</a></nav><p>Your boats lie in the harbour.</p>'
      : '<h1>Sign in</h1><form><input type="email" name="email"><input type="password" name="password"><button>Sign in</button></form>'
  </script>`
  site.answer = (_, response) => sendHtml(response, app)
  const id = await createSession()
  const { body } = await validate(id)
  expect(body).toMatchObject({ is_valid: true, detected_user: 'Ada Pilchard', http_status: 200 })
})

describe('nothing is known, and the session stays as it is', () => {
  const unchanged = async (id: string, httpStatus: number) => {
    const { status, body } = await validate(id)
    expect([status, body]).toMatchObject([
      200,
      { status: 'active', is_valid: true, confidence: 50, http_status: httpStatus, detected_user: null },
    ])
    expect(await read(id)).toMatchObject({ last_validated_at: null, validation_confidence: null })
    return body.details as string
  }

  test('when the site is down', async () => {
    const down = await startAccountsSite()
    await down.close()
    expect(await unchanged(await createSession({ domain: down.url }), 0)).toContain('refused the connection')
  })

  test('when it answers 500', async () => {
    site.answer = (_, response) => sendHtml(response, '<h1>Internal error</h1>', 500)
    await unchanged(await createSession(), 500)
  })

  test('when it takes us for a robot', async () => {
    site.answer = (_, response) => {
      response.writeHead(403, {
        'content-type': 'text/html',
        server: 'cloudflare',
        'cf-mitigated': 'challenge',
      })
      return !!response.end('<title>Just a moment...</title><h1>Checking your browser</h1>')
    }
    await unchanged(await createSession(), 403)
  })

  test('when its page is endless', async () => {
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const write = () => {
        while (!response.destroyed && response.write('<p>and so on</p>'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
      return true
    }
    await unchanged(await createSession(), 200)
  })
})

test('cookies and headers do not follow to another host', async () => {
  const other = elsewhere.url.replace('127.0.0.1', '127.0.0.2')
  site.answer = (_, response) => redirectTo(response, `${other}/login?next=/`)
  const id = await createSession({ headers: { 'X-Auth': TOKEN } })
  await validate(id)
  const leaked = elsewhere.requests.filter((request) => JSON.stringify(request).includes(TOKEN))
  expect([leaked, site.requests[0]?.cookie]).toEqual([[], `sid=${TOKEN}`])
})

test('a validation of cookies that are replaced meanwhile changes nothing', async () => {
  const id = await createSession()
  site.tokens.clear()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  site.answer = (_, response) => {
    arrived.resolve()
    void goOn.promise.then(() => sendHtml(response, sitePage('Sign in', false, LOGIN_FORM)))
    return true
  }
  const validating = validate(id)
  await arrived.promise
  expect((await post(`/sessions/${id}/refresh`, { cookies: { sid: 'another-token-of-ada' } })).status).toBe(
    200,
  )
  goOn.resolve()
  const { status, body } = await validating
  expect([status, body]).toMatchObject([200, { status: 'active', confidence: 50 }])
  expect(body.details).toContain('changed while it was validated')
  await eventually(async () => {
    const { rows } = await fixture.pool.query(
      'SELECT ended_at FROM login_session_validation WHERE session_id = $1',
      [id],
    )
    expect(rows[0].ended_at).not.toBeNull()
  })
  expect(await read(id)).toMatchObject({ status: 'active', last_validated_at: null })
})

test('a worker that dies is replaced by the next one', async () => {
  const id = await createSession()
  const first = Promise.withResolvers<void>()
  site.answer = () => {
    if (site.requests.length > 1) return undefined
    first.resolve()
    return true
  }
  const validating = validate(id)
  await first.promise
  // As after a kill: the claim has run out, and its owner is not heard of any more.
  await fixture.pool.query(
    "UPDATE login_session_validation SET lease_until = now() - interval '1 s', fence = fence + 1 WHERE session_id = $1",
    [id],
  )
  expect((await validating).body).toMatchObject({ is_valid: true, detected_user: 'Ada Pilchard' })
})

test('an expired session is not asked about', async () => {
  const id = await createSession()
  await fixture.pool.query("UPDATE login_session SET expires_at = now() - interval '1 s' WHERE id = $1", [id])
  expect((await validate(id)).body).toMatchObject({ status: 'expired', is_valid: false, http_status: 0 })
  expect(site.requests).toEqual([])
})

test('with a test key no request is made', async () => {
  const id = await createSession()
  const { body } = await validate(id, account.testKey)
  expect(body).toMatchObject({ status: 'active', is_valid: true, confidence: 50, http_status: 0 })
  expect(body.details).toContain('test key')
  expect(site.requests).toEqual([])
})

describe('there is nothing to validate', () => {
  test('of somebody else, or of nobody', async () => {
    const id = await createSession()
    const other = await fixture.account()
    for (const [which, key] of [
      [id, other.key],
      [crypto.randomUUID(), account.key],
      ['none', account.key],
    ] as const)
      expect((await validate(which, key)).body).toMatchObject({ error: 'SESSION_NOT_FOUND' })
    expect(site.requests).toEqual([])
  })

  test('of a deleted one', async () => {
    const id = await createSession()
    await fixture.request(`/api/v1/sessions/${id}`, {
      method: 'DELETE',
      headers: { 'X-API-Key': account.key },
    })
    const { status, body } = await validate(id)
    expect([status, body.error]).toEqual([410, 'SESSION_INACTIVE'])
  })

  test('while Postgres is away: 503', async () => {
    const id = await createSession()
    fixture.databaseProxy.refuse('INSERT INTO login_session_validation')
    expect((await validate(id)).status).toBe(503)
  })
})

test('a caller who leaves does not end the validation', async () => {
  const id = await createSession()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  site.answer = ({ isSignedIn }, response) => {
    arrived.resolve()
    void goOn.promise.then(() => sendHtml(response, sitePage('Harbour', isSignedIn)))
    return true
  }
  const leaving = new AbortController()
  const gone = fetch(`${fixture.url}/api/v1/sessions/${id}/validate`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key },
    signal: leaving.signal,
  })
  await arrived.promise
  leaving.abort()
  await expect(gone).rejects.toThrow()
  goOn.resolve()
  await eventually(async () => expect((await read(id)).validation_confidence).toBeGreaterThan(50))
})

test('five in a minute, and no more', async () => {
  const id = await createSession()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await validate(id, account.testKey)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a refresh without cookies asks the site, as published clients send it', async () => {
  const id = await createSession()
  for (const body of [undefined, {}]) {
    await fixture.forgetLimits()
    site.requests.length = 0
    const { status, body: session } = await post(`/sessions/${id}/refresh`, body)
    expect([status, session.status, session.last_validated_at]).toEqual([200, 'active', expect.any(String)])
    expect(site.requests.length).toBeGreaterThan(0)
  }
  expect((await post(`/sessions/${id}/refresh`, { expires_at: '2030-01-01T00:00:00Z' })).body).toMatchObject({
    error: 'INVALID_REQUEST',
    details: { issues: [{ path: 'cookies' }] },
  })
})
