import { randomUUID } from 'node:crypto'
import { createBalance } from '@gleaner/billing'
import { createPool, type Pool } from '@gleaner/db'
import { createMetrics, silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createAuditRun } from './report-audit.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 2 })
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

function open() {
  const metrics = createMetrics({ service: 'scheduler' })
  const run = createAuditRun(pool, { metrics, logger: silentLogger() })
  const metric = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)!.get()).values[0]?.value
  return {
    run,
    discrepancies: () => metric('gleaner_ledger_discrepancies'),
    success: () => metric('gleaner_ledger_audit_success_timestamp_seconds'),
    pass: () => metric('gleaner_ledger_audit_pass_timestamp_seconds'),
  }
}

async function plantDiscrepancy(): Promise<void> {
  const id = randomUUID()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'test')", [id])
  await createBalance(pool, id)
  await pool.query('UPDATE balance SET available_micros = 1 WHERE account_id = $1', [id])
}

test('a ledger in order is zero discrepancies, and the time at which that was seen', async () => {
  const { run, discrepancies, success, pass } = open()
  const before = Date.now() / 1000
  await run()
  expect(await discrepancies()).toBe(0)
  for (const time of [await success(), await pass()]) {
    expect(time).toBeGreaterThan(before - 5)
    expect(time).toBeLessThan(before + 60)
  }
})

test('what is found is counted', async () => {
  const { run, discrepancies } = open()
  await plantDiscrepancy()
  await run()
  expect(await discrepancies()).toBeGreaterThan(0)
})

test('an audit that fails says nothing: no number is left, and the time of its last success stands still', async () => {
  const { run, discrepancies, success } = open()
  await run()
  const last = await success()
  await pool.query('ALTER TABLE ledger_entry RENAME TO away')
  await expect(run()).rejects.toThrow('ledger_entry')
  expect(await discrepancies()).toBeUndefined()
  expect(await success()).toBe(last)
})

test('an audit that never succeeded reports nothing at all', async () => {
  const { discrepancies, success, pass } = open()
  // Without labels the library reports 0 for a gauge that was not set; ours have one.
  for (const value of [discrepancies, success, pass]) expect(await value()).toBeUndefined()
})
