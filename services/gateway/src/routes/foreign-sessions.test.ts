import { deposit } from '@gleaner/billing'
import { ENDPOINTS, uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'
import { storedHash } from '@gleaner/security/stored-hash'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

// What who may only use a session may not ask for; packages/work/tier-worker tests the same at each attempt.

const SITE = 'https://shop.example.com'

/** What is asked for, and the field that the refusal names. */
const CASES: [field: string, asked: { url?: string; advanced?: object }][] = [
  ['url', { url: 'http://shop.example.com/' }],
  ['url', { url: 'http://www.shop.example.com:8443/a' }],
  ['advanced.use_own_proxy', { advanced: { use_own_proxy: true } }],
  ['advanced.screenshot', { advanced: { screenshot: true, render_js: true } }],
  ['advanced.generate_pdf', { advanced: { generate_pdf: true, render_js: true } }],
  ['advanced.actions', { advanced: { actions: [{ type: 'screenshot' }], render_js: true } }],
  [
    'advanced.actions',
    { advanced: { actions: [{ type: 'click', selector: '[value^=a]' }], render_js: true } },
  ],
  ['advanced.wait_for', { advanced: { wait_for: 'input[value*="a"]', render_js: true } }],
  ['advanced.session_headers', { advanced: { session_headers: { RANGE: 'bytes=1-2' } } }],
  ['advanced.session_headers', { advanced: { session_headers: { 'accept-encoding': 'x' } } }],
]

type Asked = { url: string; session_id: string; advanced?: object }
/** How each endpoint that takes a session is asked. */
type Headers = Record<string, string>
const DOORS: Record<
  string,
  { path: string | ((headers: Headers, asked: Asked) => Promise<string>); body: (asked: Asked) => object }
> = {
  postScrape: { path: '/scrape', body: (asked) => asked },
  createBatch: {
    path: '/batch',
    body: ({ session_id, ...item }) => ({ urls: [`${SITE}/`, item], session_id }),
  },
  createCrawl: { path: '/crawl', body: (asked) => asked },
  createMonitor: {
    path: '/monitors',
    body: ({ session_id, ...item }) => ({ name: 'shop', urls: [`${SITE}/`, item], session_id }),
  },
  createSchedule: {
    path: '/schedules',
    body: ({ session_id, ...item }) => ({
      name: 'shop',
      schedule: 'daily',
      urls: [`${SITE}/`, item],
      session_id,
    }),
  },
  postCrawlEstimate: { path: '/crawl/estimate', body: (asked) => asked },
  postExtract: { path: '/extract', body: (asked) => asked },
  retryJob: {
    path: async (headers) => {
      const { body } = await post('/scrape', { url: `${SITE}/`, sync: false }, headers)
      await fixture.request(`/api/v1/jobs/${body.job_id}`, { method: 'DELETE', headers })
      return `/jobs/${body.job_id}/retry`
    },
    body: (asked) => asked,
  },
  retryBatch: {
    path: async (headers, { url }) => {
      const { body } = await post('/batch', { urls: [url] }, headers)
      await fixture.request(`/api/v1/batch/${body.batch_id}`, { method: 'DELETE', headers })
      return `/batch/${body.batch_id}/retry`
    },
    body: ({ url: _, ...changes }) => ({ statuses: ['cancelled'], ...changes }),
  },
}

/** An estimate fetches nothing and looks at no session; a changed schedule or monitor is checked whole, as a new one is. */
const NOT_TRIED = ['postEstimate', 'updateMonitor', 'updateSchedule']

let fixture: GatewayFixture
let owner: TestAccount
let member: TestAccount
let organization: string
/** Shared by its owner, and the organization's own. */
let shared: string
let common: string
let organizationKey: string
beforeAll(async () => {
  fixture = await createGatewayFixture()
  owner = await fixture.account()
  member = await fixture.account()
  organization = (await fixture.asUser(owner, 'POST', '/organizations', { name: 'Harbour' })).body.id
  await fixture.pool.query("INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, 'member')", [
    organization,
    member.userId,
  ])
  await fixture.pool.query(
    'UPDATE account SET requests_per_minute = 10000, concurrent_requests = 500 WHERE id = $1',
    [organization],
  )
  await transaction(fixture.pool, (sql) => deposit(sql, organization, 1_000_000_000n, 'test'))
  const create = async (headers = {}) =>
    (
      await fixture.asUser(
        owner,
        'POST',
        '/sessions',
        { name: 'shop', domain: 'shop.example.com', cookies: { sid: 'hunter22' } },
        headers,
      )
    ).body.id
  shared = await create()
  common = await create({ 'X-Organization-Id': organization })
  await fixture.asUser(owner, 'POST', `/sessions/${shared}/share`, { organization_id: organization })
  const { key } = generateApiKey('live')
  organizationKey = key
  await fixture.pool.query(
    `INSERT INTO api_key (id, account_id, user_id, name, hash, prefix) VALUES ($1, $2, $3, 'common', $4, 'sk_live_')`,
    [uuidv7(), organization, owner.userId, storedHash(key)],
  )
})
afterAll(() => fixture.close())

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Who may only use a session, and which; then who may change it too. */
const USERS: [string, () => { session_id: string; headers: Record<string, string> }][] = [
  ['a member with whom it is shared', () => ({ session_id: shared, headers: { 'X-API-Key': member.key } })],
  [
    'a member who acts for the organization',
    () => ({
      session_id: common,
      headers: { 'X-API-Key': member.key, 'X-Organization-Id': organization },
    }),
  ],
  [
    'a key of the organization, which every member may have',
    () => ({ session_id: common, headers: { 'X-API-Key': organizationKey } }),
  ],
]
const MASTERS: typeof USERS = [
  ['its owner', () => ({ session_id: shared, headers: { 'X-API-Key': owner.key } })],
  [
    'an admin of the organization whose it is',
    () => ({ session_id: common, headers: { 'X-API-Key': owner.key, 'X-Organization-Id': organization } }),
  ],
]

const FOREIGN = 'not yours to change'

test('every endpoint that takes a session is tried here', () => {
  const takesSession = Object.entries(ENDPOINTS).filter(([, declared]) => {
    if (!('body' in declared) || !declared.body || !('method' in declared)) return false
    const shape = JSON.stringify(
      z.toJSONSchema(declared.body as z.ZodType, { io: 'input', unrepresentable: 'any' }),
    )
    return shape.includes('"session_id"')
  })
  expect(takesSession.map(([name]) => name).sort()).toEqual([...Object.keys(DOORS), ...NOT_TRIED].sort())
})

describe.each(Object.entries(DOORS))('%s', (_, { path, body }) => {
  test.each(USERS)('refuses %s', async (_, who) => {
    const { session_id, headers } = who()
    for (const [field, asked] of CASES) {
      const whole = { url: `${SITE}/`, session_id, ...asked }
      const door = typeof path === 'string' ? path : await path(headers, whole)
      const reply = await post(door, body(whole), headers)
      const { status, body: error } = reply
      expect([field, status, error.error]).toEqual([field, 400, 'INVALID_REQUEST'])
      const issues = error.details.issues.map(({ path, message }: Record<string, string>) => [
        path!.replace(/^urls\[\d\]\./, ''),
        message!.includes(FOREIGN),
      ])
      expect([asked, issues]).toEqual([asked, [[field, true]]])
    }
  })

  test.each(MASTERS)('lets %s', async (_, who) => {
    const { session_id, headers } = who()
    for (const [, asked] of CASES) {
      // A bad request after all that is about the session has been looked at.
      const bad = { url: `${SITE}/`, session_id, ...asked, template: 'there-is-none' }
      const door = typeof path === 'string' ? path : await path(headers, bad)
      const { status, body: error } = await post(door, body(bad), headers)
      expect([status >= 400 && status < 500, JSON.stringify(error).includes(FOREIGN)]).toEqual([true, false])
    }
  })
})
