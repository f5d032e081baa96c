import {
  auditLedger,
  COUNT_USAGE,
  countUsage,
  readTotals,
  reportUsage,
  SUM_USAGE,
  summarizeUsage,
  TOP_DOMAINS_OF_MONTH,
} from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { answerFromCache } from '../accepting/result-cache.ts'
import { createJobsFixture, delivery, type JobsFixture } from '../testing/fixture.ts'
import { completeJob, failJob, withdrawJob } from './settle-job.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const ERROR = { code: 'ALL_TIERS_FAILED', message: 'nothing worked' } as const
const RATE_LIMITS = { requests_per_minute: 30, current_usage: 0, reset_at: '2026-01-01T00:00:00Z' }
const hour = { start: new Date(Date.now() - 3600_000), end: new Date(Date.now() + 3600_000) }

const usageOf = (accountId: string, period = hour) =>
  reportUsage(fixture.pool, { id: accountId, enterprise: false }, period, RATE_LIMITS, new Date())

/** Moves the end of a job, as if it had ended at `time`. */
async function endedAt(jobId: string, time: string): Promise<void> {
  await fixture.pool.query('UPDATE job SET finished_at = $2 WHERE id = $1', [jobId, time])
}

describe('usage', () => {
  test('counts what ended, by result, mode and tier', async () => {
    const account = await fixture.account(1_000_000)
    await completeJob(fixture.ctx, await fixture.claimed(account), delivery(200))
    const light = await fixture.claimed(account, { cost_controls: { force_tier: '3.5' } })
    await completeJob(fixture.ctx, light, { ...delivery(2_500), deliveredMode: 'js' })
    await failJob(fixture.ctx, await fixture.claimed(account), ERROR)
    await fixture.claimed(account)
    expect(await usageOf(account)).toMatchObject({
      balance: { current_cents: 99.73, deposited_cents: 100, used_cents: 0.27 },
      requests: { total: 3, successful: 2, failed: 1, cached: 0 },
      by_mode: { html: 1, js: 1, pdf: 0, ocr: 0 },
      by_tier: { '1': 1, '2': 0, '3': 0, '3.5': 1, '4': 0, '5': 0 },
      spend_tier: { rolling_30d_spend_cents: 0.27 },
    })
  })

  test('counts an answer from the cache as delivered, at no tier', async () => {
    const account = await fixture.account(1_000_000)
    const job = fixture.newJob(account, { cache: true })
    await fixture.delivered(job)
    const { spec, cacheKey, apiKeyId } = job
    const cached = { jobId: uuidv7(), accountId: account, apiKeyId, cacheKey: cacheKey!, spec }
    expect(await answerFromCache(fixture.pool, cached)).toBeDefined()
    expect(await usageOf(account)).toMatchObject({
      requests: { total: 2, successful: 2, failed: 0, cached: 1 },
      by_mode: { html: 2 },
      by_tier: { '1': 1 },
    })
  })

  test('does not count what was withdrawn, nor jobs of test keys', async () => {
    const account = await fixture.account(1_000_000)
    const job = fixture.newJob(account)
    await createJob(fixture.ctx, job)
    await withdrawJob(fixture.ctx, job.id, { code: 'QUEUE_UNAVAILABLE', message: 'no queue' })
    await fixture.delivered(fixture.newJob(account, {}, { test: true }))
    expect((await usageOf(account)).requests).toMatchObject({ total: 0 })
    const now = new Date()
    const minute = { start: new Date(now.getTime() - 60_000), end: new Date(now.getTime() - 1) }
    expect(await countUsage(fixture.pool, account, minute, now)).toEqual([])
  })

  test('counts each of many jobs that end at once', async () => {
    const account = await fixture.account(1_000_000)
    const jobs = await Promise.all(Array.from({ length: 40 }, () => fixture.claimed(account)))
    await Promise.all(
      jobs.map((job, i) =>
        i % 4 ? completeJob(fixture.ctx, job, delivery(200)) : failJob(fixture.ctx, job, ERROR),
      ),
    )
    expect((await usageOf(account)).requests).toMatchObject({ total: 40, successful: 30, failed: 10 })
    expect(await readTotals(fixture.pool, account)).toMatchObject({ usedMicros: 6_000n, transactions: 31 })
  })

  test('is exact to the millisecond at either end of a period', async () => {
    const account = await fixture.account(1_000_000)
    const [first, second] = await Promise.all([0, 1].map(() => fixture.claimed(account)))
    await completeJob(fixture.ctx, first!, delivery(200))
    await completeJob(fixture.ctx, second!, delivery(300))
    const day = new Date(Date.now() - 2 * 24 * 3600_000).toISOString().slice(0, 10)
    await endedAt(first!.id, `${day}T10:07:00.000Z`)
    await endedAt(second!.id, `${day}T10:08:00.000Z`)
    const cost = async (start: string, end: string) => {
      const period = { start: new Date(`${day}T${start}Z`), end: new Date(`${day}T${end}Z`) }
      return (await countUsage(fixture.pool, account, period, new Date())).map(({ costMicros }) => costMicros)
    }
    expect(await cost('10:07:00.000', '10:08:00.000')).toEqual([200])
    expect(await cost('10:07:00.001', '10:08:00.000')).toEqual([])
    expect(await cost('10:07:00.001', '10:08:00.001')).toEqual([300])
    expect(await cost('10:00:00.000', '10:14:00.000')).toEqual([500])
  })

  test('is summed up by day, week and month, with the dearest domains', async () => {
    const account = await fixture.account(1_000_000)
    for (const [host, cost] of [
      ['a.example', 200],
      ['b.example', 2_000],
      ['a.example', 200],
    ] as const) {
      const request = { url: `https://${host}/`, cost_controls: { max_tier: '3' as const } }
      await completeJob(fixture.ctx, await fixture.claimed(account, request), delivery(cost))
    }
    expect(await summarizeUsage(fixture.pool, account, new Date())).toMatchObject({
      today_credits: 12,
      this_week_credits: 12,
      this_month_credits: 12,
      total_credits: 12,
      today_requests: 3,
      top_domains: [
        { domain: 'b.example', credits_used: 10, requests: 1 },
        { domain: 'a.example', credits_used: 2, requests: 2 },
      ],
    })
    const nextYear = new Date(Date.now() + 366 * 24 * 3600_000)
    expect(await summarizeUsage(fixture.pool, account, nextYear)).toMatchObject({
      this_month_credits: 0,
      total_credits: 12,
      top_domains: [],
    })
  })

  test('names no domain for pages that their caller has sent, also where one was counted before', async () => {
    const account = await fixture.account(1_000_000)
    const sent = { url: 'about:content' }
    await completeJob(fixture.ctx, await fixture.claimed(account, sent), delivery(200))
    const { rows } = await fixture.pool.query('SELECT host FROM usage_domain WHERE account_id = $1', [
      account,
    ])
    expect(rows).toEqual([])
    await fixture.pool.query(
      "INSERT INTO usage_domain (account_id, month, host, requests, cost_micros) VALUES ($1, date_trunc('month', now(), 'UTC'), '', 1, 200)",
      [account],
    )
    expect(await summarizeUsage(fixture.pool, account, new Date())).toMatchObject({
      total_credits: 1,
      top_domains: [],
    })
  })

  test('is counted by what a page was part of', async () => {
    const account = await fixture.account(1_000_000)
    await completeJob(fixture.ctx, await fixture.claimed(account), delivery(200))
    const { rows } = await fixture.pool.query(
      'SELECT host, kind, outcome, requests, cost_micros::int AS cost FROM usage_day WHERE account_id = $1',
      [account],
    )
    expect(rows).toEqual([
      { host: 'example.com', kind: 'scrape', outcome: 'completed', requests: 1, cost: 200 },
    ])
  })

  test('shows nothing of other accounts', async () => {
    await completeJob(fixture.ctx, await fixture.claimed(await fixture.account(1_000_000)), delivery(200))
    const nobody = await fixture.account(0)
    expect((await usageOf(nobody)).requests.total).toBe(0)
    expect(await summarizeUsage(fixture.pool, nobody, new Date())).toMatchObject({
      total_credits: 0,
      top_domains: [],
      usage_since: null,
    })
  })

  test('is never read by walking through jobs, entries or other accounts', async () => {
    await transaction(fixture.pool, async (db) => {
      // These tables are small: what remains sequential is what no index serves.
      await db.query('SET LOCAL enable_seqscan = off')
      for (const text of [COUNT_USAGE, SUM_USAGE, TOP_DOMAINS_OF_MONTH]) {
        // As for a statement that was prepared, and whose values Postgres does not look at.
        const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).not.toContain('Seq Scan')
        const ranges = plan.match(/Index Cond: .*/g)!
        for (const range of ranges) expect(range).toContain('account_id = ')
        if (text === COUNT_USAGE) for (const range of ranges) expect(range).toMatch(/_at >= .*_at < /)
      }
    })
  })
})
