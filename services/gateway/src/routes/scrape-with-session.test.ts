import { get } from 'node:http'
import { eventually } from '@gleaner/testkit'
import { serveTls } from '@gleaner/testkit/serve-tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

// A login session in POST /scrape and POST /batch; how it is sent is tested in packages/work/tier-worker.

let fixture: GatewayFixture
let account: TestAccount
/** The practice site over TLS. */
let secure: Awaited<ReturnType<typeof serveTls>>
beforeAll(async () => {
  fixture = await createGatewayFixture({ EGRESS_ALLOW: '127.0.0.0/8' })
  secure = await serveTls(({ url, headers }, response) => {
    get(new URL(url!, fixture.site.url), { headers }, (page) => {
      response.writeHead(page.statusCode!, page.headers)
      page.pipe(response)
    })
  })
})
// Ten sessions a minute is all that one account may make.
beforeEach(async () => {
  account = await fixture.account()
})
afterAll(async () => {
  await fixture.close()
  await secure.close()
})

const post = (path: string, body: unknown, key = account.key) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Of the practice site, which takes this cookie always. */
async function makeSession({ domain = '127.0.0.1', owner = account } = {}): Promise<string> {
  const cookies = { selwyn_session: 'sample-session' }
  return (await post('/sessions', { name: 'harbour', domain, cookies }, owner.key)).body.id
}
const change = (id: string, sql: string) =>
  fixture.pool.query(`UPDATE login_session SET ${sql} WHERE id = $1`, [id])
const members = () => `${fixture.site.url}/account`
const error = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.error]

describe('POST /scrape with a session', () => {
  test('shows what its user sees, and the session and its trail tell of it', async () => {
    const id = await makeSession()
    for (const named of [{ session_id: id.toUpperCase() }, { advanced: { session_id: id } }]) {
      const { status, body } = await post('/scrape', { url: members(), formats: ['markdown'], ...named })
      expect([status, body.byos_applied]).toEqual([200, true])
      expect(body.content.markdown).toContain('Ada Pilchard')
    }
    const shown = await fixture.get(account, `/sessions/${id}`)
    expect(shown.body).toMatchObject({ total_requests: 2, successful_requests: 2, success_rate: 100 })
    expect(shown.body.last_used_at).not.toBeNull()
    const { rows } = await fixture.pool.query(
      `SELECT secrets, had_secrets, cache_key FROM job WHERE session_id = $1`,
      [id],
    )
    expect(rows).toEqual(
      Array.from({ length: 2 }, () => ({ secrets: null, had_secrets: false, cache_key: null })),
    )
  })

  test('is never answered from the cache, and fills none', async () => {
    const id = await makeSession()
    const ask = (more: object) =>
      post('/scrape', { url: members(), cache: true, cost_controls: { force_tier: '1' }, ...more })
    expect((await ask({ session_id: id })).body.cached).toBe(false)
    expect((await ask({ advanced: { session_id: id } })).body.cached).toBe(false)
    expect((await ask({})).status).toBe(422)
  })

  test('serves the members of an organization that it is shared with, for as long as it is', async () => {
    const member = await fixture.account()
    const { body: organization } = await fixture.asUser(account, 'POST', '/organizations', {
      name: 'Harbour',
    })
    await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')", [
      organization.id,
      member.userId,
    ])
    const id = await makeSession()
    const url = `${secure.url}/account`
    const ask = () => post('/scrape', { url, session_id: id, formats: ['markdown'] }, member.key)
    expect(error(await ask())).toEqual([404, 'SESSION_NOT_FOUND'])

    await fixture.asUser(account, 'POST', `/sessions/${id}/share`, { organization_id: organization.id })
    const { status, body } = await ask()
    expect([status, body.byos_applied]).toEqual([200, true])
    expect(body.content.markdown).toContain('Ada Pilchard')
    const trail = await fixture.get(account, `/sessions/${id}/audit`)
    const { rows } = await fixture.pool.query('SELECT id FROM api_key WHERE account_id = $1 AND NOT test', [
      member.id,
    ])
    expect(trail.body.entries[0]).toMatchObject({
      action: 'used_for_scrape',
      actor: `key:${rows[0].id}`,
      details: { job_id: body.job_id, result: 'accepted' },
    })

    await fixture.asUser(account, 'POST', `/sessions/${id}/unshare`)
    expect(error(await ask())).toEqual([404, 'SESSION_NOT_FOUND'])
  })

  test('refuses what is not there, is not theirs, or has ended', async () => {
    const stranger = await fixture.account()
    const theirs = await makeSession({ owner: stranger })
    const ended: [string, number, string][] = [
      [`expires_at = now()`, 410, 'SESSION_EXPIRED'],
      [`cookies_expire_at = now()`, 410, 'SESSION_EXPIRED'],
      [`status = 'invalid'`, 410, 'SESSION_EXPIRED'],
      [`status = 'inactive', deleted_at = now(), secret = NULL, data_key = NULL`, 410, 'SESSION_INACTIVE'],
    ]
    for (const id of [theirs, crypto.randomUUID()]) {
      const reply = await post('/scrape', { url: members(), session_id: id })
      expect(error(reply)).toEqual([404, 'SESSION_NOT_FOUND'])
    }
    for (const [sql, status, code] of ended) {
      const id = await makeSession()
      await change(id, sql)
      expect(error(await post('/scrape', { url: members(), session_id: id }))).toEqual([status, code])
      expect(error(await post('/scrape', { url: members(), session_id: id }, account.testKey))).toEqual([
        status,
        code,
      ])
    }
    const doubted = await makeSession()
    await change(doubted, `status = 'pending_validation'`)
    expect((await post('/scrape', { url: members(), session_id: doubted })).body.byos_applied).toBe(true)
  })

  test.each([
    ['app.example.com', 'https://shop.example.com/'],
    ['app.example.com', 'https://example.com/'],
    ['example.com', 'https://evilexample.com/'],
    ['example.com', 'https://example.com.evil.org/'],
    ['example.com', 'https://example.com@evil.org/'],
    ['127.0.0.1', 'http://1.127.0.0.1.example/'],
  ])('of %s refuses %s', async (domain, url) => {
    const session_id = await makeSession({ domain })
    const reply = await post('/scrape', { url, session_id })
    expect(error(reply)).toEqual([400, 'SESSION_DOMAIN_MISMATCH'])
    expect(reply.body.message).toContain(domain)
    expect(reply.body.message).toContain(new URL(url).hostname)
  })

  test('refuses fields that contradict each other', async () => {
    const [id, other] = [await makeSession(), crypto.randomUUID()]
    const url = members()
    const both = await post('/scrape', { url, session_id: id, advanced: { session_id: other } })
    expect(both.body.message).toMatch(new RegExp(`${other}.*${id}`))
    expect(error(both)).toEqual([400, 'INVALID_REQUEST'])
    for (const named of [{ session_id: id }, { advanced: { session_id: id } }]) {
      const advanced = { cookies: { a: 'b' }, ...named.advanced }
      expect(error(await post('/scrape', { url, ...named, advanced }))).toEqual([
        400,
        'SESSION_COOKIES_CONFLICT',
      ])
    }
    const alone = await post('/scrape', { url, advanced: { session_update: true } })
    expect(alone.body.details.issues).toMatchObject([{ path: 'advanced.session_update' }])
  })

  test('is refused an update by who may only use it', async () => {
    const id = await makeSession()
    // As of an organization whose key it is: that may do what a member may.
    await fixture.pool.query(`UPDATE account SET kind = 'organization' WHERE id = $1`, [account.id])
    try {
      const update = { url: members(), session_id: id, advanced: { session_update: true } }
      await eventually(async () => expect(error(await post('/scrape', update))).toEqual([403, 'FORBIDDEN']))
    } finally {
      await fixture.pool.query(`UPDATE account SET kind = 'personal' WHERE id = $1`, [account.id])
    }
  })

  test('is estimated as without', async () => {
    const estimate = async (more: object) =>
      (await post('/scrape/estimate', { url: members(), ...more })).body.estimated_credits
    expect(await estimate({ advanced: { session_id: crypto.randomUUID() } })).toBe(await estimate({}))
  })
})

describe('POST /batch with a session', () => {
  test('sends it with each item that names no other', async () => {
    const [all, own] = [await makeSession(), await makeSession()]
    const urls = [
      members(),
      { url: members(), session_id: own },
      { url: members(), advanced: { session_id: own } },
    ]
    const accepted = await post('/batch', { urls, session_id: all })
    const { rows } = await fixture.pool.query(
      'SELECT session_id FROM job WHERE id = ANY($1) ORDER BY batch_index',
      [accepted.body.job_ids],
    )
    expect(rows.map(({ session_id }) => session_id)).toEqual([all, own, own])
    const inAdvanced = await post('/batch', {
      urls: [members(), { url: members(), session_id: own }],
      advanced: { session_id: all },
    })
    expect(inAdvanced.status).toBe(200)
  })

  test('names each item whose session cannot be used', async () => {
    const id = await makeSession()
    const elsewhere = 'https://shop.example.com/'
    const urls = [members(), elsewhere, { url: members(), session_id: crypto.randomUUID() }]
    const reply = await post('/batch', { urls, session_id: id })
    expect(error(reply)).toEqual([400, 'INVALID_REQUEST'])
    expect(reply.body.details.bad_indexes).toEqual([1, 2])
    const mismatch = await post('/batch', { urls: [elsewhere], session_id: id })
    expect(error(mismatch)).toEqual([400, 'SESSION_DOMAIN_MISMATCH'])
  })
})
