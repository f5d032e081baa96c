import { randomUUID } from 'node:crypto'
import type { ResetPeriod } from '@gleaner/contracts'
import { createPool, transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { auditLedger } from '../audit/audit-ledger.ts'
import { holdCall } from '../calls/hold-call.ts'
import { chargeCall, releaseCall } from '../calls/settle-call.ts'
import { type BillingFixture, callOf, createBillingFixture } from '../testing/fixture.ts'
import { deleteSpendLimit, readSpendLimits, setSpendLimit } from './spend-limits.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const RICH = 1_000_000
async function usageOf(accountId: string, ownerId = accountId) {
  const limit = (await readSpendLimits(fixture.pool, accountId, [ownerId])).get(ownerId)!
  return [limit.usage.used_credits, limit.usage.held_credits, limit.usage.requests]
}

/** What has ended in a quarter of an hour that began so many minutes from a time (SQL). */
async function used(
  accountId: string,
  at: { since?: string; minutes: number; key?: string; outcome?: string; cost: number },
): Promise<void> {
  const {
    since = "date_trunc('day', now(), 'UTC')",
    minutes,
    key = randomUUID(),
    outcome = 'completed',
    cost,
  } = at
  await fixture.pool.query(
    `INSERT INTO usage_quarter (account_id, starts_at, api_key_id, outcome, mode, tier, requests, cost_micros)
     VALUES ($1, ${since} + $2 * interval '1 minute', $3, $4, '', '', 1, $5)`,
    [accountId, minutes, key, outcome, cost],
  )
}

describe('a new limit', () => {
  test.each(['daily', 'weekly', 'monthly'] as ResetPeriod[])(
    'that is %s counts what ended since its period began, in UTC',
    async (resetPeriod) => {
      const unit = { daily: 'day', weekly: 'week', monthly: 'month' }[resetPeriod]
      const since = `date_trunc('${unit}', now(), 'UTC')`
      const id = await fixture.account(RICH)
      await used(id, { since, minutes: 0, cost: 200 })
      await used(id, { since, minutes: -15, cost: 10_000 })
      // Wherever the process runs.
      const away = createPool({
        url: fixture.url,
        onConnect: async (connection) => void (await connection.query("SET TimeZone = 'Pacific/Kiritimati'")),
      })
      const given = { budgetMicros: null, requestLimit: 9, resetPeriod, enabled: true }
      await transaction(away, (sql) => setSpendLimit(sql, { accountId: id, ownerId: id }, given))
      const limit = (await readSpendLimits(away, id, [id])).get(id)!
      expect(limit.usage).toMatchObject({ used_credits: 1, requests: 1 })
      const { rows } = await fixture.pool.query(`SELECT ${since} AS start`)
      expect(limit.usage.period_start).toBe(rows[0].start.toISOString())
      const held = callOf(id)
      await holdCall(away, held, 60_000)
      await away.end()
      expect(await usageOf(id)).toEqual([1, 5, 2])
      await releaseCall(fixture.pool, held.id)
    },
  )

  test('of a key counts what that key has used, that of the account what all have; cached answers are in neither', async () => {
    const id = await fixture.account(RICH)
    const key = randomUUID()
    await used(id, { minutes: 0, key, cost: 200 })
    await used(id, { minutes: 0, key: randomUUID(), cost: 400 })
    await used(id, { minutes: 0, key, outcome: 'cached', cost: 0 })
    await used(await fixture.account(), { minutes: 0, key, cost: 10_000 })
    await fixture.limit(id, { requestLimit: 9 }, key)
    await fixture.limit(id, { requestLimit: 9 })
    expect([await usageOf(id, key), await usageOf(id)]).toEqual([
      [1, 0, 1],
      [3, 0, 2],
    ])
  })
})

describe('a limit that is set again', () => {
  /** One that has counted 7 requests, where the usage says 1. */
  async function counting(more: object = {}): Promise<string> {
    const id = await fixture.account(RICH)
    await used(id, { minutes: 0, cost: 200 })
    await fixture.limit(id, { requestLimit: 9, ...more })
    await fixture.pool.query(
      'UPDATE spend_limit SET used_micros = 1400, requests = 7 WHERE account_id = $1',
      [id],
    )
    return id
  }

  test('counts on', async () => {
    const id = await counting()
    await fixture.limit(id, { budgetMicros: 5_000 })
    expect(await usageOf(id)).toEqual([7, 0, 7])
    const limit = (await readSpendLimits(fixture.pool, id, [id])).get(id)!
    expect(limit).toMatchObject({
      budget_limit_credits: 25,
      budget_limit_microcents: 5_000,
      request_limit: null,
      reset_period: 'daily',
      enabled: true,
    })
    await fixture.limit(id, { enabled: false })
    expect(await usageOf(id)).toEqual([7, 0, 7])
  })

  test.each([
    ['was off', { enabled: false }, ''],
    ['was of another period', { resetPeriod: 'monthly' }, ''],
    ['has counted a period that is over', {}, "period_start = period_start - interval '1 day'"],
  ])('begins with what the period has used where it %s', async (_, before, change) => {
    const id = await counting(before)
    if (change) await fixture.pool.query(`UPDATE spend_limit SET ${change} WHERE account_id = $1`, [id])
    await fixture.limit(id, { requestLimit: 9 })
    expect(await usageOf(id)).toEqual([1, 0, 1])
  })
})

test('a limit that has counted a period that is over shows nothing used, and what is held', async () => {
  const id = await fixture.account(RICH)
  await fixture.limit(id, { requestLimit: 9 })
  const call = callOf(id)
  await holdCall(fixture.pool, call, 60_000)
  await transaction(fixture.pool, (sql) => chargeCall(sql, callOf(id)))
  expect(await usageOf(id)).toEqual([5, 5, 2])
  await fixture.pool.query(
    "UPDATE spend_limit SET period_start = period_start - interval '1 day' WHERE account_id = $1",
    [id],
  )
  expect(await usageOf(id)).toEqual([0, 5, 0])
  await releaseCall(fixture.pool, call.id)
})

test("what is given back to one key's limit leaves the others alone", async () => {
  const id = await fixture.account(RICH)
  const keys = [randomUUID(), randomUUID()]
  for (const key of keys) await fixture.limit(id, { requestLimit: 9 }, key)
  const calls = keys.map((apiKeyId) => callOf(id, { apiKeyId }))
  for (const call of calls) await holdCall(fixture.pool, call, 60_000)
  const both = async () => [await usageOf(id, keys[0]), await usageOf(id, keys[1])]
  expect(await both()).toEqual([
    [0, 5, 1],
    [0, 5, 1],
  ])
  await releaseCall(fixture.pool, calls[0]!.id)
  expect(await both()).toEqual([
    [0, 0, 0],
    [0, 5, 1],
  ])
  await transaction(fixture.pool, (sql) => chargeCall(sql, calls[1]!))
  expect(await both()).toEqual([
    [0, 0, 0],
    [5, 0, 1],
  ])
})

test('one that was asked for at the very beginning of the period counts in it', async () => {
  const id = await fixture.account(RICH)
  await fixture.limit(id, { requestLimit: 9 })
  const [charged, released] = [callOf(id), callOf(id)]
  for (const call of [charged, released]) await holdCall(fixture.pool, call, 60_000)
  await fixture.pool.query(
    'UPDATE call_hold SET created_at = period_start FROM spend_limit AS l WHERE l.account_id = call_hold.account_id',
  )
  await transaction(fixture.pool, (sql) => chargeCall(sql, charged))
  await releaseCall(fixture.pool, released.id)
  expect(await usageOf(id)).toEqual([5, 0, 1])
})

test('a request that a limit refuses counts in no limit, and holds nothing', async () => {
  const id = await fixture.account(RICH)
  const apiKeyId = randomUUID()
  await fixture.limit(id, { requestLimit: 9 })
  await fixture.limit(id, { requestLimit: 0 }, apiKeyId)
  await expect(holdCall(fixture.pool, callOf(id, { apiKeyId }), 60_000)).rejects.toMatchObject({
    code: 'SPEND_LIMIT_EXCEEDED',
    details: { scope: 'api_key' },
  })
  expect([await usageOf(id), await usageOf(id, apiKeyId)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('limits are of one account and one owner: none else reads, counts or removes them', async () => {
  const [id, other] = [await fixture.account(RICH), await fixture.account(RICH)]
  const key = randomUUID()
  for (const owner of [id, key]) await fixture.limit(id, { requestLimit: 9 }, owner)
  await fixture.limit(other, { requestLimit: 9 }, key)
  const owners = async (accountId: string) =>
    [...(await readSpendLimits(fixture.pool, accountId, [id, key])).keys()].sort()
  expect([await owners(id), await owners(other)]).toEqual([[id, key].sort(), [key]])
  expect([...(await readSpendLimits(fixture.pool, id, [key])).keys()]).toEqual([key])

  await transaction(fixture.pool, (sql) => chargeCall(sql, callOf(id, { apiKeyId: key })))
  expect(await usageOf(other, key)).toEqual([0, 0, 0])
  expect(await usageOf(id, key)).toEqual([5, 0, 1])

  const remove = (accountId: string, ownerId: string) =>
    transaction(fixture.pool, (sql) => deleteSpendLimit(sql, { accountId, ownerId }))
  expect(await remove(other, id)).toBe(false)
  expect(await remove(id, key)).toBe(true)
  expect([await owners(id), await owners(other)]).toEqual([[id], [key]])
  expect(await remove(id, key)).toBe(false)
})
