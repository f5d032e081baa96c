import { toCredits } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { BATCH_PURGES } from '../purge-batches.ts'
import { ANALYZE, analyzeBatches } from './analyze-batches.ts'
import { rollUpBatches } from './roll-up-batches.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 6 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const NOW = new Date('2026-11-22T00:30:00.000Z')

interface Item {
  host: string
  outcome: 'succeeded' | 'cached' | 'failed' | 'cancelled' | 'pending'
  tier: string
  costMicros: number
}
interface TestBatch {
  id: string
  accountId: string
  createdAt: Date
  items: Item[]
  test: boolean
}

/** Writes batches as they are once their items have ended so. */
async function insert(batches: readonly TestBatch[]): Promise<void> {
  for (const { id, accountId, createdAt, items, test } of batches) {
    const counts = (...outcomes: Item['outcome'][]) =>
      items.filter(({ outcome }) => outcomes.includes(outcome)).length
    const open = counts('pending')
    await pool.query(
      `INSERT INTO batch (id, account_id, test, status, total, succeeded, failed, cancelled, cost_micros, estimated_micros, created_at, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11)`,
      [
        id,
        accountId,
        test,
        open > 0 ? 'processing' : 'completed',
        items.length,
        counts('succeeded', 'cached'),
        counts('failed'),
        counts('cancelled'),
        items.reduce((sum, { costMicros }) => sum + costMicros, 0),
        createdAt,
        open > 0 ? null : createdAt,
      ],
    )
    await pool.query(
      `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, error, cost_micros, hold_micros, cached_from, deadline_at, created_at, finished_at, batch_id, batch_index)
       SELECT gen_random_uuid(), $1, CASE outcome WHEN 'succeeded' THEN 'completed' WHEN 'cached' THEN 'completed' WHEN 'cancelled' THEN 'failed' ELSE outcome END,
         'https://' || host, host, 'auto', '{}', '{}', tier,
         CASE outcome WHEN 'failed' THEN '{"code": "ALL_TIERS_FAILED"}' WHEN 'cancelled' THEN '{"code": "CANCELLED"}' END::json, cost, cost,
         CASE outcome WHEN 'cached' THEN gen_random_uuid() END, $2::timestamptz, $2, CASE WHEN outcome <> 'pending' THEN $2::timestamptz END, $3, place
       FROM unnest($4::text[], $5::text[], $6::text[], $7::bigint[]) WITH ORDINALITY AS item(host, outcome, tier, cost, place)`,
      [
        accountId,
        createdAt,
        id,
        items.map(({ host }) => host),
        items.map(({ outcome }) => outcome),
        items.map(({ tier }) => tier),
        items.map(({ costMicros }) => costMicros),
      ],
    )
  }
}

/** The figures by counting every item, as the contract says it. */
function bruteForce(batches: readonly TestBatch[], accountId: string, days: number) {
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(NOW.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const dayOf = ({ createdAt }: TestBatch) => createdAt.toISOString().slice(0, 10)
  const mine = batches.filter(
    (batch) => batch.accountId === accountId && !batch.test && dates.includes(dayOf(batch)),
  )
  const figures = (items: readonly Item[]) => {
    const succeeded = items.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'cached').length
    const failed = items.filter(({ outcome }) => outcome === 'failed').length
    const credits = toCredits(items.reduce((sum, { costMicros }) => sum + costMicros, 0))
    const ended = succeeded + failed
    const rate = ended && Math.round((succeeded / ended) * 1e4) / 100
    const average = ended && Math.round((credits / ended) * 1e4) / 1e4
    return { urls: items.length, succeeded, failed, credits, rate, average }
  }
  const items = mine.flatMap((batch) => batch.items)
  const all = figures(items)
  const domains = [...Map.groupBy(items, ({ host }) => host)].map(([domain, its]) => {
    const { urls, rate, average } = figures(its)
    return { domain, url_count: urls, success_rate: rate, avg_credits: average }
  })
  const byTier = (tier: string) =>
    items.filter((item) => item.outcome === 'succeeded' && item.tier === tier).length
  return {
    summary: {
      total_batches: mine.length,
      total_urls: all.urls,
      success_rate: all.rate,
      total_credits: all.credits,
    },
    daily_stats: dates.map((date) => {
      const its = mine.filter((batch) => dayOf(batch) === date)
      const { urls, succeeded, failed, credits } = figures(its.flatMap((batch) => batch.items))
      return { date, batches: its.length, urls, succeeded, failed, credits }
    }),
    domain_breakdown: domains
      .sort((a, b) => b.url_count - a.url_count || (a.domain < b.domain ? -1 : 1))
      .slice(0, 100),
    tier_distribution: {
      tier_1: byTier('1'),
      tier_2: byTier('2'),
      tier_3: byTier('3'),
      ...(byTier('3.5') > 0 && { tier_3_5: byTier('3.5') }),
      tier_4: byTier('4'),
      tier_5: byTier('5'),
    },
  }
}

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!

function randomBatch(accountId: string, isOpen: boolean): TestBatch {
  const midnight = new Date('2026-11-22T00:00:00.000Z').getTime() - Math.floor(Math.random() * 93) * DAY_MS
  const createdAt = new Date(midnight + pick([0, -1, 1, 13 * 3600_000, 1_800_000]))
  const items = Array.from({ length: 1 + Math.floor(Math.random() * 12) }, (): Item => {
    const outcome = pick(['succeeded', 'succeeded', 'succeeded', 'cached', 'failed', 'cancelled'] as const)
    return {
      host: `${pick(['a', 'b', 'c', 'd'])}.example.com`,
      outcome: isOpen && Math.random() < 0.5 ? 'pending' : outcome,
      tier: pick(['1', '2', '3', '3.5', '4', '5']),
      costMicros: outcome === 'succeeded' && !isOpen ? pick([200, 300, 2_000]) : 0,
    }
  })
  return { id: uuidv7(), accountId, createdAt, items, test: Math.random() < 0.1 }
}

describe('analytics of batches', () => {
  test('are what counting every item gives, whatever is rolled up by then, to the day in UTC', async () => {
    const accounts = [uuidv7(), uuidv7()]
    const all: TestBatch[] = []
    for (let round = 0; round < 4; round++) {
      const more = Array.from({ length: 40 }, () => randomBatch(pick(accounts), Math.random() < 0.3))
      await insert(more)
      all.push(...more)
      for (const accountId of accounts)
        for (const days of [1, 2, 30, 90])
          expect(await analyzeBatches(pool, accountId, days, NOW)).toEqual(bruteForce(all, accountId, days))
      // Of two who roll up at once each adds other batches.
      if (round % 2 === 0) await Promise.all([rollUpBatches(pool), rollUpBatches(pool), rollUpBatches(pool)])
    }
    expect(await rollUpBatches(pool)).toBeGreaterThan(0)
    expect(await rollUpBatches(pool)).toBe(0)
  })

  test('of an account without batches are nothing, for every day', async () => {
    expect(await analyzeBatches(pool, uuidv7(), 3, NOW)).toEqual(bruteForce([], '', 3))
  })

  test('do not read the jobs of batches that are rolled up', async () => {
    const accountId = uuidv7()
    const items = Array.from(
      { length: 1_000 },
      (_, index): Item => ({
        host: `${index % 150}.example.com`,
        outcome: 'succeeded',
        tier: '1',
        costMicros: 200,
      }),
    )
    const batches = Array.from({ length: 10 }, (_, day) => ({
      id: uuidv7(),
      accountId,
      createdAt: new Date(NOW.getTime() - day * DAY_MS),
      items,
      test: false,
    }))
    await insert(batches)
    await rollUpBatches(pool)
    await pool.query('ANALYZE job, batch, batch_day, batch_day_host')
    expect(await analyzeBatches(pool, accountId, 90, NOW)).toEqual(bruteForce(batches, accountId, 90))
    const explained = ANALYZE.replaceAll('$1', `'${accountId}'`)
      .replaceAll('$2', "'2026-08-25'")
      .replaceAll('$3', "'2026-11-22'")
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF, TIMING OFF) ${explained}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan on job')
    // They are looked up for each batch that is not rolled up, and there is none.
    expect(plan).toMatch(/ Scan .*on job.*never executed/)
  })
})

test('a job whose row has no host counts for that of its address, rolled up or not', async () => {
  const accountId = uuidv7()
  const items: Item[] = [{ host: 'a.example.com', outcome: 'succeeded', tier: '1', costMicros: 200 }]
  await insert([{ id: uuidv7(), accountId, createdAt: new Date(), items, test: false }])
  await pool.query(
    "UPDATE job SET host = '', url = 'https://***@a.example.com:8443/x' WHERE account_id = $1",
    [accountId],
  )
  const domains = async () =>
    (await analyzeBatches(pool, accountId, 2, new Date())).domain_breakdown.map(({ domain }) => domain)
  expect(await domains()).toEqual(['a.example.com'])
  await rollUpBatches(pool)
  expect(await domains()).toEqual(['a.example.com'])
  // A page that its caller has sent is of no domain.
  await pool.query('UPDATE batch_day_host SET host = $2 WHERE account_id = $1', [accountId, ''])
  await pool.query("UPDATE job SET host = '', url = '' WHERE account_id = $1", [accountId])
  expect(await domains()).toEqual([])
})

test('roll-ups stay as long as analytics look back, and batches as long as their jobs', async () => {
  const accountId = uuidv7()
  const made = (daysAgo: number, outcome: Item['outcome']) => ({
    id: uuidv7(Date.now() - daysAgo * DAY_MS),
    accountId,
    createdAt: new Date(Date.now() - daysAgo * DAY_MS),
    items: [{ host: 'example.com', outcome, tier: '1', costMicros: 0 }],
    test: false,
  })
  const [kept, withJobs, gone, lost] = [
    made(30, 'failed'),
    made(40, 'failed'),
    made(40, 'failed'),
    made(95, 'failed'),
  ]
  await insert([kept, withJobs, gone, lost])
  await pool.query('DELETE FROM job WHERE batch_id = ANY($1)', [[gone.id, lost.id]])
  await runPurges(pool, BATCH_PURGES)
  const left = async () =>
    (await pool.query('SELECT id FROM batch WHERE account_id = $1', [accountId])).rows
      .map(({ id }) => id)
      .sort()
  // Not before it is rolled up.
  expect(await left()).toEqual([kept.id, withJobs.id, gone.id, lost.id].sort())
  await rollUpBatches(pool)
  await runPurges(pool, BATCH_PURGES)
  expect(await left()).toEqual([kept.id, withJobs.id].sort())
  const { rows } = await pool.query('SELECT batches FROM batch_day WHERE account_id = $1', [accountId])
  expect(rows).toHaveLength(2)
})
