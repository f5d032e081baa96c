import { randomUUID } from 'node:crypto'
import { createPool } from '@gleaner/db'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { chargeCall } from '../calls/settle-call.ts'
import { type BillingFixture, callOf, createBillingFixture } from '../testing/fixture.ts'
import { countUsageOfManySql, countUsageSql } from './count-usage-sql.ts'
import { reportUsage } from './report-usage.ts'
import { summarizeUsage } from './summarize-usage.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())

/** A Sunday: its week has begun before its month. */
const NOW = new Date('2026-03-01T08:07:00Z')

async function quarter(accountId: string, startsAt: string, more: object = {}): Promise<void> {
  const row = { outcome: 'completed', mode: 'html', tier: '1', requests: 1, cost: 200, ...more }
  await fixture.pool.query(
    `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [accountId, startsAt, randomUUID(), row.outcome, row.mode, row.tier, row.requests, row.cost],
  )
}
const domain = (accountId: string, month: string, host: string, requests: number, cost: number) =>
  fixture.pool.query(
    'INSERT INTO usage_domain (account_id, month, host, requests, cost_micros) VALUES ($1, $2, $3, $4, $5)',
    [accountId, month, host, requests, cost],
  )

describe('the summary of usage', () => {
  test('sums up the day, the week from Monday and the month, each from its very beginning', async () => {
    const [id, other] = [await fixture.account(), await fixture.account()]
    const times = [
      ['2026-01-31T23:45:00Z', 64],
      ['2026-02-22T23:45:00Z', 32],
      ['2026-02-23T00:00:00Z', 16],
      ['2026-02-28T23:45:00Z', 8],
      ['2026-03-01T00:00:00Z', 4],
    ] as const
    for (const [time, requests] of times) await quarter(id, time, { requests, cost: requests * 200 })
    await quarter(other, '2026-03-01T00:00:00Z', { requests: 1_000, cost: 1_000 })
    expect(await summarizeUsage(fixture.pool, id, NOW)).toEqual({
      today_credits: 4,
      this_week_credits: 28,
      this_month_credits: 4,
      total_credits: 0,
      today_requests: 4,
      this_week_requests: 28,
      this_month_requests: 4,
      top_domains: [],
      usage_since: '2026-01-31T23:45:00.000Z',
    })
    expect(await summarizeUsage(fixture.pool, id, new Date('2026-02-28T23:59:59Z'))).toMatchObject({
      today_requests: 12,
      this_week_requests: 28,
      this_month_requests: 60,
    })
  })

  test('shows the ten dearest hosts of the month, by requests where they cost the same, then by name', async () => {
    const id = await fixture.account()
    const month = '2026-03-01'
    for (let nth = 0; nth < 9; nth++) await domain(id, month, `host-${nth}`, 1, 2_000 - nth)
    for (const [host, requests] of [
      ['b', 5],
      ['a', 5],
      ['c', 7],
    ] as const)
      await domain(id, month, host, requests, 10_000)
    await domain(id, '2026-02-01', 'past', 99, 99_999)
    await domain(await fixture.account(), month, 'theirs', 99, 99_999)
    const { top_domains: top } = await summarizeUsage(fixture.pool, id, NOW)
    expect(top[0]).toEqual({ domain: 'c', credits_used: 50, requests: 7 })
    const hosts = ['c', 'a', 'b', ...Array.from({ length: 7 }, (_, nth) => `host-${nth}`)]
    expect(top.map((each) => each.domain)).toEqual(hosts)
  })
})

describe('the report of usage', () => {
  const RATE_LIMITS = { requests_per_minute: 30, current_usage: 0, reset_at: '2026-01-01T00:00:00Z' }
  const march = { start: new Date('2026-03-01T00:00:00Z'), end: NOW }
  const report = (id: string, { enterprise = false, period = march } = {}) =>
    reportUsage(fixture.pool, { id, enterprise }, period, RATE_LIMITS, NOW)

  test('tells requests by result, mode and tier, and what they cost', async () => {
    const id = await fixture.account(5_000_000)
    const at = '2026-03-01T00:00:00Z'
    await quarter(id, at, { requests: 2, cost: 400 })
    await quarter(id, at, { requests: 3, cost: 12_000, mode: 'pdf', tier: '4' })
    await quarter(id, at, { requests: 4, cost: 10_000, mode: 'js', tier: '3.5' })
    await quarter(id, at, { requests: 5, cost: 0, outcome: 'failed', mode: '', tier: '' })
    await quarter(id, at, { requests: 6, cost: 0, outcome: 'cached', tier: '' })
    const usage = await report(id)
    expect(usage).toMatchObject({
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-01T08:07:00.000Z', current: true },
      balance: { current_cents: 500, deposited_cents: 500, used_cents: 0 },
      requests: { total: 20, successful: 15, failed: 5, cached: 6 },
      spend_tier: { current: 'basic', next_tier_at_cents: 5_000 },
      period_start: '2026-03-01T00:00:00.000Z',
      period_end: '2026-03-01T08:07:00.000Z',
      requests_month: 20,
      credits_used_month: 112,
      balance_dollars: 5,
      credits_available: 5_000_000,
      rate_limits: RATE_LIMITS,
    })
    expect(usage.by_mode).toEqual({ html: 8, js: 4, pdf: 3, ocr: 0 })
    expect(usage.by_tier).toEqual({ '1': 2, '2': 0, '3': 0, '3.5': 4, '4': 3, '5': 0 })
  })

  test('counts 30 days back from now for the spend of the tier', async () => {
    const id = await fixture.account()
    for (const [time, cost] of [
      ['2026-03-01T07:45:00Z', 10_000],
      ['2026-01-30T08:15:00Z', 20_000],
      ['2026-01-30T07:45:00Z', 50_000],
    ] as const)
      await quarter(id, time, { cost })
    expect((await report(id)).spend_tier).toMatchObject({ current: 'free', rolling_30d_spend_cents: 3 })
    expect((await report(id, { enterprise: true })).spend_tier).toMatchObject({
      current: 'enterprise',
      next_tier_at_cents: null,
    })
  })

  test.each([
    ['2026-02-01T00:00:00Z', '2026-03-01T08:06:59Z', false],
    ['2026-02-01T00:00:00Z', '2026-03-01T08:07:00Z', true],
    ['2026-03-01T08:07:00Z', '2026-04-01T00:00:00Z', true],
    ['2026-03-01T08:08:00Z', '2026-04-01T00:00:00Z', false],
  ])('says whether the period from %s to %s goes on: %p', async (start, end, current) => {
    const period = { start: new Date(start), end: new Date(end) }
    expect((await report(await fixture.account(), { period })).period.current).toBe(current)
  })
})

describe('what ends is counted', () => {
  const columns = `account_id uuid, api_key_id uuid, host text, test boolean, status text, tier text, delivered_mode text, cached_from uuid,
    cost_micros bigint, finished_at timestamptz, batch_id uuid`
  const END = '2026-03-31T23:59:00Z'
  const ended = (accountId: string, more: object = {}) => ({
    account_id: accountId,
    api_key_id: null,
    host: 'a.example',
    test: false,
    status: 'completed',
    tier: '4',
    delivered_mode: 'html',
    cached_from: null,
    cost_micros: 200,
    finished_at: END,
    ...more,
  })
  const count = async (howMany: 'one' | 'many', jobs: object[]) => {
    const away = createPool({
      url: fixture.url,
      onConnect: async (connection) => void (await connection.query("SET TimeZone = 'Pacific/Kiritimati'")),
    })
    const counted = howMany === 'one' ? countUsageSql('ended') : countUsageOfManySql('ended', 'ended')
    await away.query(
      `WITH ended AS (SELECT * FROM jsonb_to_recordset($1) AS j(${columns})), ${counted} SELECT`,
      [JSON.stringify(jobs)],
    )
    await away.end()
  }
  const quarters = async (accountId: string) =>
    (
      await fixture.pool.query(
        `SELECT starts_at AS at, outcome, mode, tier, requests, cost_micros::int AS cost FROM usage_quarter
         WHERE account_id = $1 ORDER BY outcome, tier, api_key_id, starts_at`,
        [accountId],
      )
    ).rows.map(({ at, outcome, mode, tier, requests, cost }) => [
      at.toISOString(),
      outcome,
      mode,
      tier,
      requests,
      cost,
    ])
  const hosts = async (accountId: string) =>
    (
      await fixture.pool.query(
        'SELECT month::text, host, requests, cost_micros::int AS cost FROM usage_domain WHERE account_id = $1 ORDER BY 1, 2',
        [accountId],
      )
    ).rows.map((row) => Object.values(row))

  test.each(['one', 'many'] as const)(
    'in its quarter, its month in UTC and by what it is: %s at a time',
    async (howMany) => {
      const id = await fixture.account()
      const key = randomUUID()
      const jobs = [
        ended(id),
        ended(id, { cost_micros: 300, finished_at: '2026-03-31T23:45:00Z' }),
        ended(id, { status: 'failed', delivered_mode: null, cost_micros: 0 }),
        ended(id, { cached_from: key, cost_micros: 0, host: 'b.example' }),
        ended(id, { finished_at: '2026-04-01T00:00:00Z', tier: '2' }),
        ended(id, { test: true }),
        ended(id, { api_key_id: key, tier: '5' }),
      ]
      if (howMany === 'many') await count('many', jobs)
      else for (const job of jobs) await count('one', [job])
      const at = '2026-03-31T23:45:00.000Z'
      expect(await quarters(id)).toEqual([
        [at, 'cached', 'html', '', 1, 0],
        ['2026-04-01T00:00:00.000Z', 'completed', 'html', '2', 1, 200],
        [at, 'completed', 'html', '4', 2, 500],
        [at, 'completed', 'html', '5', 1, 200],
        [at, 'failed', '', '', 1, 0],
      ])
      expect(await hosts(id)).toEqual([
        ['2026-03-01', 'a.example', 4, 700],
        ['2026-03-01', 'b.example', 1, 0],
        ['2026-04-01', 'a.example', 1, 200],
      ])
    },
  )

  test('beside what its quarter and its month have counted, of its account and key', async () => {
    const [id, other] = [await fixture.account(), await fixture.account()]
    for (const howMany of ['one', 'many', 'many'] as const) await count(howMany, [ended(id)])
    await count('many', [ended(other), ended(id)])
    expect(await quarters(id)).toEqual([['2026-03-31T23:45:00.000Z', 'completed', 'html', '4', 4, 800]])
    expect([await hosts(id), await hosts(other)]).toEqual([
      [['2026-03-01', 'a.example', 4, 800]],
      [['2026-03-01', 'a.example', 1, 200]],
    ])
  })

  test('a call by the key that made it, and none by its host', async () => {
    const id = await fixture.account(10_000)
    const apiKeyId = randomUUID()
    for (const key of [apiKeyId, apiKeyId, null])
      await chargeCall(fixture.pool, callOf(id, { apiKeyId: key }))
    const { rows } = await fixture.pool.query(
      'SELECT api_key_id AS key, outcome, mode, tier, sum(requests)::int AS requests, sum(cost_micros)::int AS cost FROM usage_quarter WHERE account_id = $1 GROUP BY 1, 2, 3, 4 ORDER BY 5',
      [id],
    )
    const call = { outcome: 'completed', mode: '', tier: '' }
    expect(rows).toEqual([
      { key: '00000000-0000-0000-0000-000000000000', ...call, requests: 1, cost: 1_000 },
      { key: apiKeyId, ...call, requests: 2, cost: 2_000 },
    ])
    expect(await hosts(id)).toEqual([])
  })
})
