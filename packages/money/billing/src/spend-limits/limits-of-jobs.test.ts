import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { giveBackManySql, giveBackSql, holdSql, settleSql } from '../hold-and-capture.ts'
import { type BillingFixture, createBillingFixture } from '../testing/fixture.ts'
import { APPLYING_LIMITS } from './limit-sql.ts'
import { readSpendLimits } from './spend-limits.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())

interface Held {
  id: string
  account_id: string
  spend_limits: string[]
  created_at: Date
}

/** Holds 1,000 micros for a job. */
async function hold(accountId: string, apiKeyId: string): Promise<Held> {
  const id = randomUUID()
  const held = holdSql({
    prices: 'ARRAY[1000::bigint]',
    accountId: '$1::uuid',
    jobId: '$2::uuid',
    apiKeyId: '$3::uuid',
    isFree: 'false',
  })
  const { rows } = await fixture.pool.query(
    `WITH ${held} SELECT hold, ${APPLYING_LIMITS} AS limits, now() AS created_at FROM funds`,
    [accountId, id, apiKeyId],
  )
  expect(rows[0].hold).toBe(1_000n)
  return { id, account_id: accountId, spend_limits: rows[0].limits, created_at: rows[0].created_at }
}

/** How jobs end that cost 400: by a statement for each, or for all. */
const ENDINGS = {
  settled: { sql: settleSql('ended', 'many'), cost: 400, together: true },
  'given back': { sql: giveBackSql('ended'), cost: 0, together: false },
  'given back together': { sql: giveBackManySql('ended'), cost: 0, together: true },
}

async function end(ending: keyof typeof ENDINGS, jobs: Held[]): Promise<void> {
  const { sql, cost, together } = ENDINGS[ending]
  const ended = `ended AS (
    SELECT id, account_id, 1000::bigint AS hold_micros, ${cost}::bigint AS cost_micros,
      ARRAY(SELECT jsonb_array_elements_text(spend_limits))::uuid[] AS spend_limits, created_at, NULL::uuid AS api_key_id, 'a.example' AS host,
      false AS test, 'completed' AS status, '1' AS tier, 'html' AS delivered_mode, NULL::uuid AS cached_from, now() AS finished_at, NULL::uuid AS batch_id
    FROM jsonb_to_recordset($1) AS j(id uuid, account_id uuid, spend_limits jsonb, created_at timestamptz))`
  for (const some of together ? [jobs] : jobs.map((job) => [job]))
    await fixture.pool.query(`WITH ${ended}, ${sql} SELECT`, [JSON.stringify(some)])
}

async function usageOf(accountId: string, ownerId: string) {
  const { usage } = (await readSpendLimits(fixture.pool, accountId, [ownerId])).get(ownerId)!
  return [usage.used_credits, usage.held_credits, usage.requests]
}

describe.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])('jobs that are %s', (ending) => {
  const [used, kept] = ending === 'settled' ? [2, 1] : [0, 0]

  test('leave the limits alone that do not count them: of other keys and of other accounts', async () => {
    const [id, other] = [await fixture.account(100_000), await fixture.account(100_000)]
    const [key, otherKey] = [randomUUID(), randomUUID()]
    for (const [accountId, owner] of [
      [id, id],
      [id, key],
      [id, otherKey],
      [other, other],
    ] as const)
      await fixture.limit(accountId, { requestLimit: 9 }, owner)
    const jobs = [await hold(id, key), await hold(id, key)]
    await hold(id, otherKey)
    await hold(other, key)
    await end(ending, jobs)
    expect([
      await usageOf(id, key),
      await usageOf(id, otherKey),
      await usageOf(id, id),
      await usageOf(other, other),
    ]).toEqual([
      [2 * used, 0, 2 * kept],
      [0, 5, 1],
      [2 * used, 5, 2 * kept + 1],
      [0, 5, 1],
    ])
  })

  test('count in the period that they came in, from its first moment, and in none that has begun since', async () => {
    const id = await fixture.account(100_000)
    await fixture.limit(id, { requestLimit: 9 })
    const jobs = [await hold(id, id), await hold(id, id)] as const
    const { rows } = await fixture.pool.query(
      'SELECT period_start AS start FROM spend_limit WHERE account_id = $1',
      [id],
    )
    jobs[0].created_at = rows[0].start
    jobs[1].created_at = new Date(rows[0].start.getTime() - 1)
    await end(ending, [...jobs])
    expect(await usageOf(id, id)).toEqual([used, 0, 1 + kept])
  })
})
