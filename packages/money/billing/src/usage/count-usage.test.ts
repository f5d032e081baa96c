import { randomUUID } from 'node:crypto'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { chargeCall } from '../calls/settle-call.ts'
import { type BillingFixture, callOf, createBillingFixture } from '../testing/fixture.ts'
import { countUsage } from './count-usage.ts'
import { USAGE_PURGES } from './purge-usage.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())

const NOW = new Date('2026-03-02T12:00:00Z')
const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const count = async (accountId: string, start: string, end: string) =>
  (await countUsage(fixture.pool, accountId, { start: at(start), end: at(end) }, NOW)).map(
    ({ outcome, requests, costMicros }) => [outcome, requests, costMicros],
  )

async function job(
  accountId: string,
  finishedAt: string | null,
  more: Record<string, string> = {},
): Promise<void> {
  await insertRows(fixture.pool, 'job', {
    id: `'${randomUUID()}'`,
    account_id: `'${accountId}'`,
    status: "'completed'",
    finished_at: finishedAt === null ? 'NULL' : `'2026-03-01T${finishedAt}Z'`,
    tier: "'1'",
    hold_micros: '100',
    cost_micros: '40',
    ...more,
  })
}

describe('what is left of a quarter of an hour at either end of a period is counted from', () => {
  test('jobs that ended in it, from its first moment to before its last', async () => {
    const [id, other] = [await fixture.account(), await fixture.account()]
    for (const time of ['10:06:59.999', '10:07:00', '10:14:59.999', '12:00:00', '12:03:59.999', '12:04:00'])
      await job(id, time)
    await job(other, '10:07:00')
    expect(await count(id, '10:07:00', '12:04:00')).toEqual([['completed', 4, 160]])
    expect(await count(id, '10:07:00', '10:07:00.001')).toEqual([['completed', 1, 40]])
    expect(await count(id, '10:07:00', '10:07:00')).toEqual([])
  })

  test('jobs by what they are, but for those that were taken back, of test keys or are under way', async () => {
    const id = await fixture.account()
    await job(id, '10:08:00', { status: "'failed'", cost_micros: '0', error: `'{"code":"TIMEOUT"}'` })
    await job(id, '10:08:00', { cached_from: `'${randomUUID()}'`, cost_micros: '0' })
    await job(id, '10:08:00')
    for (const code of ['QUEUE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
      await job(id, '10:08:00', { status: "'failed'", error: `'{"code":"${code}"}'` })
    await job(id, '10:08:00', { test: 'true' })
    await job(id, null)
    expect((await count(id, '10:07:00', '10:09:00')).toSorted()).toEqual([
      ['cached', 1, 0],
      ['completed', 1, 40],
      ['failed', 1, 0],
    ])
  })

  test('calls that were charged in it, and no other entries', async () => {
    const [id, other] = [await fixture.account(10_000), await fixture.account(10_000)]
    const connection = await fixture.pool.connect()
    const entries = async (accountId: string, times: string[]) => {
      for (const time of times) {
        await chargeCall(fixture.pool, callOf(accountId))
        await connection.query(
          "UPDATE ledger_entry SET created_at = $2 WHERE account_id = $1 AND created_at > now() - interval '1 hour'",
          [accountId, at(time)],
        )
      }
    }
    // Past the trigger: time.
    await connection.query("SET session_replication_role = 'replica'")
    await entries(id, ['10:06:59.999', '10:07:00', '10:14:59.999', '12:00:00', '12:03:59.999', '12:04:00'])
    await entries(other, ['10:07:00'])
    connection.release(true)
    expect(await count(id, '10:07:00', '12:04:00')).toEqual([['completed', 4, 4_000]])
    expect(await count(id, '10:07:00', '10:07:00.001')).toEqual([['completed', 1, 1_000]])
  })

  test('calls by their day and kind', async () => {
    const id = await fixture.account(10_000)
    await chargeCall(fixture.pool, callOf(id))
    const { rows } = await fixture.pool.query(
      'SELECT host, kind, outcome, requests, cost_micros::int AS cost FROM usage_day WHERE account_id = $1',
      [id],
    )
    expect(rows).toEqual([
      { host: '', kind: callOf(id).kind, outcome: 'completed', requests: 1, cost: 1_000 },
    ])
  })

  test('whole quarters between them from what was counted', async () => {
    const [id, other] = [await fixture.account(), await fixture.account()]
    const quarter = (accountId: string, time: string, requests: number) =>
      fixture.pool.query(
        `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
         VALUES ($1, $2, $3, 'completed', '', '', $4, $5)`,
        [accountId, at(time), randomUUID(), requests, requests * 200],
      )
    for (const [time, requests] of [
      ['10:00:00', 1],
      ['10:15:00', 2],
      ['11:45:00', 4],
      ['12:00:00', 8],
    ] as const)
      await quarter(id, time, requests)
    await quarter(other, '10:15:00', 99)
    expect(await count(id, '10:07:00', '12:04:00')).toEqual([['completed', 6, 1_200]])
    expect(await count(id, '10:00:00', '12:15:00')).toEqual([['completed', 15, 3_000]])
    expect(await count(id, '10:15:00', '12:00:00')).toEqual([['completed', 6, 1_200]])
  })
})

test('quarters of an hour are kept for two years, hosts for this month and the last one', async () => {
  const id = await fixture.account()
  for (const [nth, ago] of ['731 days', '729 days', '0 days'].entries())
    await fixture.pool.query(
      `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
       VALUES ($1, now() - $2::interval, $3, 'completed', '', '', $4, 0)`,
      [id, ago, randomUUID(), nth],
    )
  for (const months of [0, 1, 2])
    await fixture.pool.query(
      `INSERT INTO usage_domain (account_id, month, host, requests, cost_micros)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') - $2 * interval '1 month', 'a.example', $2, 0)`,
      [id, months],
    )
  for (const [nth, days] of [101, 100].entries())
    await fixture.pool.query(
      `INSERT INTO usage_day (account_id, day, host, kind, outcome, requests, cost_micros)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, 'a.example', 'scrape', 'completed', $3, 0)`,
      [id, days, nth],
    )
  for (const purge of USAGE_PURGES)
    expect(await purge.run(fixture.pool, Number.POSITIVE_INFINITY)).toEqual({ rows: 1, isDone: true })
  const left = async (table: string) =>
    (
      await fixture.pool.query(`SELECT requests FROM ${table} WHERE account_id = $1 ORDER BY 1`, [id])
    ).rows.map(({ requests }) => requests)
  expect([await left('usage_quarter'), await left('usage_domain')]).toEqual([
    [1, 2],
    [0, 1],
  ])
})
