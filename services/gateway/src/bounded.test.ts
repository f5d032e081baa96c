import { randomBytes } from 'node:crypto'
import { BOUNDED, type Bounded } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makePasskey } from './testing/authenticator.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
})
afterAll(() => fixture.close())

/** Makes the things of one kind: for the owner of this id, the `at`-th of many. */
interface Maker {
  ownerId: string
  /** As many as an account may ask for before its endpoint refuses more for a while. Absent: any. */
  atOnce?: number
  /** Absent: twice as many as there may be, at most 200. */
  asked?: number
  make(at: number): Promise<{ status: number }>
}

const post =
  (path: string, body: (at: number) => unknown) =>
  async (owner: TestAccount): Promise<Maker> => ({
    ownerId: owner.id,
    atOnce: 20,
    make: (at) => fixture.asUser(owner, 'POST', path, body(at)),
  })
const postWithKey =
  (path: string, body: (at: number) => unknown, atOnce?: number) =>
  async (owner: TestAccount): Promise<Maker> => ({
    ownerId: owner.id,
    ...(atOnce && { atOnce }),
    make: (at) =>
      fixture.request(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': owner.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body(at)),
      }),
  })

/** How each bounded thing is made. Nobody works on what is accepted here, so that it stays unfinished. */
const MAKERS: Record<Bounded, (owner: TestAccount) => Promise<Maker>> = {
  api_key: post('/api-keys', (at) => ({ name: `key ${at}` })),
  llm_key: postWithKey('/llm-keys', (at) => ({
    name: `key ${at}`,
    provider: 'openai',
    api_key: 'sk-test-key',
  })),
  export_destination: postWithKey('/exports', (at) => ({
    name: `destination ${at}`,
    type: 'webhook',
    url: `https://93.184.216.34/${at}`,
  })),
  proxy: postWithKey('/proxies', (at) => ({ name: `proxy ${at}`, url: 'http://93.184.216.34:8080' })),
  session: postWithKey(
    '/sessions',
    (at) => ({ name: `session ${at}`, domain: 'example.com', cookies: { a: 'b' } }),
    10,
  ),
  alert_rule: postWithKey('/alerts/rules', (at) => ({
    name: `rule ${at}`,
    type: 'credit_threshold',
    threshold: 1,
    channels: [{ type: 'email' }],
  })),
  ticket: postWithKey('/support/tickets', (at) => ({ subject: `ticket ${at}`, message: 'help' }), 10),
  schedule: async (owner) => {
    await fillSchedules(owner, BOUNDED.schedule.most - 20)
    const schedule = { urls: ['https://93.184.216.34/'], schedule: 'daily' }
    const maker = await postWithKey('/schedules', (at) => ({ name: `schedule ${at}`, ...schedule }))(owner)
    return { ...maker, asked: 40 }
  },
  monitor: async (owner) => {
    await fillSchedules(owner, BOUNDED.monitor.most - 20, true)
    const maker = await postWithKey('/monitors', (at) => ({
      name: `monitor ${at}`,
      url: 'https://93.184.216.34/',
    }))(owner)
    return { ...maker, asked: 40 }
  },
  monitor_group: postWithKey('/monitor-groups', (at) => ({ name: `group ${at}` })),
  template: postWithKey('/templates', (at) => ({ name: `template ${at}`, fields: { title: 'h1' } })),
  webhook: postWithKey('/webhooks', (at) => ({ url: `https://93.184.216.34/${at}` })),
  async passkey(owner) {
    await fixture.pool.query(
      `INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, backed_up)
       SELECT gen_random_uuid(), $1, 'old', at::text, '\\x01', 0, false FROM generate_series(1, $2::int) AS at`,
      [owner.userId, BOUNDED.passkey.most - 3],
    )
    const credentials: object[] = []
    for (let at = 0; at < 6; at++) {
      const { password } = owner
      const { body } = await fixture.asUser(owner, 'POST', '/auth/passkeys/options', { password })
      credentials.push(makePasskey(body, { origin: fixture.url }).credential)
    }
    const make = (at: number) =>
      fixture.asUser(owner, 'POST', '/auth/passkeys', {
        name: `passkey ${at}`,
        credential: credentials[at % 6],
      })
    return { ownerId: owner.userId, asked: 6, make }
  },
  async organization(owner) {
    const maker = await post('/organizations', (at) => ({ name: `Organization ${at}` }))(owner)
    return { ...maker, ownerId: owner.userId }
  },
  async member(owner) {
    const id = await organizationOf(owner)
    await addMembers(id, BOUNDED.member.most - 5)
    const invited = await Promise.all(Array.from({ length: 20 }, () => fixture.account(0)))
    const tokens = await Promise.all(invited.map(({ email }) => invite(id, email)))
    const make = (at: number) =>
      fixture.asUser(invited[at % 20]!, 'POST', '/invitations/accept', { token: tokens[at % 20] })
    return { ownerId: id, make, asked: 40 }
  },
  async invitation(owner) {
    const id = await organizationOf(owner)
    for (let at = 0; at < BOUNDED.invitation.most - 10; at++) await invite(id, `old${at}@example.com`)
    // A person may send no more than fifty a day.
    const make = (at: number) =>
      fixture.asUser(owner, 'POST', `/organizations/${id}/invitations`, {
        email: `new${at % 40}@example.com`,
      })
    return { ownerId: id, make, asked: 40 }
  },
  batch: postWithKey('/batch', () => ({ urls: ['https://93.184.216.34/'] })),
  crawl: postWithKey('/crawl', () => ({ url: 'https://93.184.216.34/' })),
  async search(owner) {
    await fixture.scrape(owner, { url: `${fixture.site.url}/article` })
    return await postWithKey('/search', () => ({ query: 'article', scrape_results: true, timeout: 1 }))(owner)
  },
}

async function fillSchedules({ id }: TestAccount, count: number, isMonitor = false): Promise<void> {
  await fixture.pool.query(
    `INSERT INTO schedule (id, account_id, test, name, kind, work, timing, cron, timezone, spread_ms, next_run_at, is_monitor)
     SELECT gen_random_uuid(), $1, false, 'old', 'map', '{}', 'daily', '0 0 * * *', 'UTC', 0, now(), $3 FROM generate_series(1, $2::int)`,
    [id, count, isMonitor],
  )
}

async function organizationOf(owner: TestAccount): Promise<string> {
  const { body } = await fixture.asUser(owner, 'POST', '/organizations', { name: 'Acme' })
  return body.id
}

async function addMembers(organizationId: string, count: number): Promise<void> {
  await fixture.pool.query(
    `WITH made AS (INSERT INTO account (id, name) SELECT gen_random_uuid(), 'Member' FROM generate_series(2, $1) RETURNING id),
          person AS (INSERT INTO app_user (id, account_id, email, password_hash)
                     SELECT gen_random_uuid(), id, id || '@example.com', 'x' FROM made RETURNING id)
     INSERT INTO membership (account_id, user_id, role) SELECT $2, id, 'member' FROM person`,
    [count, organizationId],
  )
}

async function invite(organizationId: string, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await fixture.pool.query(
    `INSERT INTO invitation (id, account_id, email, role, token_hash, expires_at)
     VALUES (gen_random_uuid(), $1, $2, 'member', $3, now() + interval '1 day')`,
    [organizationId, email, storedHash(token)],
  )
  return token
}

async function countOf(kind: Bounded, ownerId: string): Promise<number> {
  const { rows } = await fixture.pool.query(`SELECT count(*)::int AS count ${BOUNDED[kind].taken}`, [ownerId])
  return rows[0].count
}

test.each(Object.keys(BOUNDED) as Bounded[])(
  'more at once than there may be end at exactly the bound: %s',
  async (kind) => {
    const { most } = BOUNDED[kind]
    const maker = await MAKERS[kind](await fixture.account(100_000_000))
    const { ownerId, make, asked = most + Math.min(most, 20), atOnce = asked } = maker
    const before = await countOf(kind, ownerId)
    const replies: { status: number }[] = []
    while (replies.length < asked) {
      await fixture.forgetLimits()
      const from = replies.length
      replies.push(...(await Promise.all(Array.from({ length: atOnce }, (_, at) => make(from + at)))))
    }
    expect(await countOf(kind, ownerId)).toBe(most)
    expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(most - before)
    for (const { status } of replies.filter(({ status }) => status >= 300))
      expect([404, 409, 429]).toContain(status)
  },
)
