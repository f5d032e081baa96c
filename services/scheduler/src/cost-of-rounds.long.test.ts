import { closeAccount, eraseDeletedAccounts } from '@gleaner/account-deletion'
import { auditRound } from '@gleaner/billing'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { PURGES } from './purges/purges.ts'
import { DELETED, fillDatabase, GROWING_TABLES, readsOf } from './testing/large-database.ts'

jest.setTimeout(300_000)

/** Rows of each big table that stay, in the smaller database and in the larger one. */
const SIZES = { small: 8_000, large: 32_000 }

type Size = keyof typeof SIZES
const databases = {} as Record<Size, TestDatabase>
const pools = {} as Record<Size, Pool>
beforeAll(async () => {
  for (const size of ['small', 'large'] as const) {
    databases[size] = await createTestDatabase()
    await allowAnyRow(databases[size].url)
    // One connection, which knows what it has read.
    pools[size] = createPool({ url: databases[size].url, max: 1 })
    await fillDatabase(pools[size], SIZES[size])
  }
})
afterAll(async () => {
  for (const size of ['small', 'large'] as const) {
    await pools[size]?.end()
    await databases[size]?.close()
  }
})

/** A slice's worth more, whichever plan finds it. */
const SLICE = 2_500

async function expectSameReads(work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const small = await readsOf(pools.small, () => work(pools.small))
  const large = await readsOf(pools.large, () => work(pools.large))
  const grown = Object.keys(GROWING_TABLES).filter((table) => large[table]! > small[table]! + SLICE)
  expect(Object.fromEntries(grown.map((table) => [table, [small[table], large[table]]]))).toEqual({})
}

test('a round of the audit reads as much of a database four times as large', async () => {
  const limits = { entries: 500, accounts: 20, jobs: 200, roundMs: 0, lagMs: 0 }
  await expectSameReads((pool) => auditRound(pool, limits))
  // Also where accounts have been compared before, and discrepancies are known.
  await expectSameReads((pool) => auditRound(pool, limits))
})

test.each(PURGES.map(({ name }) => name))('the purge %s reads as much of it', async (name) => {
  const { run } = PURGES.find((purge) => purge.name === name)!
  await expectSameReads((pool) => run(pool, Number.POSITIVE_INFINITY))
})

test('closing an account, within its request, reads as much of it', async () => {
  await expectSameReads((pool) => transaction(pool, (sql) => closeAccount({ sql } as never, DELETED)))
})

test('the erasure of an account reads as much of it, and leaves nothing', async () => {
  const pubSub = { publish: () => {} } as never
  const files = { delete: async () => {} }
  await expectSameReads((pool) =>
    eraseDeletedAccounts(
      { jobs: { pool, pubSub, logger: silentLogger() }, files, logger: silentLogger() },
      new AbortController().signal,
    ),
  )
  for (const table of ['job', 'batch', 'usage_quarter', 'webhook_delivery', 'login_session_event', 'search'])
    expect([
      table,
      (await pools.large.query(`SELECT FROM ${table} WHERE account_id = $1`, [DELETED])).rowCount,
    ]).toEqual([table, 0])
})
