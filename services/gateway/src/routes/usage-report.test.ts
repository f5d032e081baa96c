import { REPORT_DAYS, REPORTS } from '@gleaner/billing'
import { transaction } from '@gleaner/db'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let account: TestAccount
const now = new Date()
const day = now.toISOString().slice(0, 10)
beforeAll(async () => {
  fixture = await createGatewayFixture()
  account = await fixture.account()
  const { url } = fixture.site
  await fixture.scrape(account, { url: `${url}/article` })
  await fixture.scrape(account, { url: `${url}/status/403`, cost_controls: { force_tier: '1' } })
  await fixture.scrape(account.testKey, { url: `${url}/article` })
})
afterAll(() => fixture.close())

const report = async (query: string, as = account) => (await fixture.get(as, `/usage/report?${query}`)).body
// Counts of some minutes, whichever day and hour these are in.
const row = (more: object) => ({ requests: 1, completed: 1, failed: 0, cached: 0, credits: 1, ...more })

describe('GET /usage/report', () => {
  test('sums up by what a page was for and where it is from', async () => {
    const { rows } = await report('group_by=kind,domain')
    expect(rows).toEqual([row({ kind: 'scrape', domain: '127.0.0.1', requests: 2, failed: 1 })])
  })

  test.each<[string, (string | null)[]]>([
    ['tier', [null, '1']],
    ['day', [day]],
  ])('sums up by %s', async (group, values) => {
    const { rows } = await report(`group_by=${group}`)
    expect(rows.map((found: Record<string, string>) => found[group])).toEqual(values)
    expect(rows.reduce((sum: number, { credits }: { credits: number }) => sum + credits, 0)).toBe(1)
  })

  test('sums up by key and hour', async () => {
    const { rows } = await report('group_by=key,hour')
    const { rows: keys } = await fixture.pool.query('SELECT id FROM api_key WHERE account_id = $1', [
      account.id,
    ])
    expect(keys.map(({ id }) => id)).toContain(rows[0].key)
    expect(rows[0].hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
  })

  test('shows nothing of other accounts, and says when there is more', async () => {
    expect((await report('', await fixture.account())).rows).toEqual([])
    expect(await report('group_by=tier&limit=1')).toMatchObject({ rows: [{ tier: null }], is_cut: true })
  })

  test.each([
    'group_by=hour,domain',
    'group_by=mode',
    'group_by=',
    'group_by=key,kind',
    'limit=0',
    'end_date=2020-01-01&start_date=2021-01-01',
  ])('refuses %s', async (query) => {
    expect((await fixture.get(account, `/usage/report?${query}`)).status).toBe(400)
  })

  test('comes as CSV by Accept or format, in which nothing is a formula', async () => {
    await fixture.pool.query(
      `INSERT INTO usage_day (account_id, day, host, kind, outcome, requests, cost_micros)
       VALUES ($1, $2, '=cmd|''/c calc''!a1', 'scrape', 'completed', 1, 200)`,
      [account.id, day],
    )
    const headers = { 'X-API-Key': account.key, Accept: 'text/csv' }
    const byAccept = await fixture.request('/api/v1/usage/report?group_by=domain', { headers })
    const byFormat = await fixture.get(account, '/usage/report?group_by=domain&format=csv')
    expect(byAccept.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(byAccept.body).toBe(byFormat.body)
    expect(byAccept.body.split('\n')).toEqual([
      'domain,requests,completed,failed,cached,credits',
      expect.any(String),
      expect.any(String),
      '',
    ])
    expect(byAccept.body).toContain(`\n'=cmd|'/c calc'!a1,1,1,0,0,1\n`)
  })
})

test('no grouping reads anything but roll-ups of the account in that time, by their index', async () => {
  await transaction(fixture.pool, async (db) => {
    await db.query('SET LOCAL enable_seqscan = off')
    for (const text of [REPORT_DAYS, ...Object.values(REPORTS)]) {
      const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n')
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toMatch(/on usage_(day|quarter)/)
      expect(plan).toMatch(/Index Cond: .*account_id = .*(day|starts_at) >= .*(day|starts_at) < /)
    }
  })
})

test('no reply has a domain, host or tier without a name: where there is none it is null', async () => {
  const sender = await fixture.account()
  const post = (path: string, body: object) =>
    fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': sender.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post('/parse', { content: '<h1>Sent</h1>' })).status).toBe(200)
  expect(
    (await post('/extract', { content: '<h1>Sent</h1>', extraction_schema: { title: 'string' } })).status,
  ).toBe(200)
  await fixture.scrape(sender, { url: `${fixture.site.url}/status/403`, cost_controls: { force_tier: '1' } })
  const paths = [
    '/jobs',
    '/usage',
    '/billing/usage',
    '/batches/analytics',
    ...['domain', 'tier', 'kind,domain', 'tier,key'].map((groups) => `/usage/report?group_by=${groups}`),
  ]
  const nulls: string[] = []
  for (const path of paths) {
    const { status, body } = await fixture.get(sender, path)
    expect([path, status]).toEqual([path, 200])
    JSON.stringify(body, (name, value) => {
      if (/domain|host|tier/.test(name)) {
        expect([path, name, value]).not.toEqual([path, name, ''])
        if (value === null) nulls.push(`${path} ${name}`)
      }
      return value
    })
  }
  expect(nulls).toEqual(
    expect.arrayContaining([
      '/jobs domain',
      '/usage/report?group_by=domain domain',
      '/usage/report?group_by=tier tier',
    ]),
  )
})

describe('GET /usage/caps', () => {
  test('replays what was tried under each tier, and says what nobody knows', async () => {
    const caps = async (query: string, as = account) => (await fixture.get(as, `/usage/caps?${query}`)).body
    const { requests, as_it_was, caps: rows } = await caps('')
    expect([requests, as_it_was]).toEqual([2, { delivered: 1, failed: 1, credits: 1 }])
    const none = { delivered: 1, lost: 0, failed: 0, unknown: 0, credits: 1, unknown_credits_at_most: 0 }
    expect(rows.slice(0, 2)).toEqual([
      { ...none, max_tier: '1', failed: 1 },
      // The refused page was asked for by tier 1 alone.
      { ...none, max_tier: '2', unknown: 1, unknown_credits_at_most: 1.5 },
    ])
    expect((await caps('max_credits=0.5')).caps[1]).toMatchObject({ delivered: 0, lost: 1, failed: 1 })
    expect(await caps('', await fixture.account())).toMatchObject({ requests: 0, is_cut: false })
  })
})
