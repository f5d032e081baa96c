import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { administer, databaseUrl } from '@gleaner/testkit/database'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { checkPostgres, checkSchema, checkWritable } from './checks.ts'
import { createPool, type Pool } from './pool.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, connectTimeoutMs: 20_000 })
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

const checks = () =>
  Promise.all(
    [checkPostgres, checkSchema, checkWritable].map((check) =>
      check(pool).then(
        () => 'ok',
        (error: Error) => error.message,
      ),
    ),
  )

describe('readiness tells of a database', () => {
  test('that all is well', async () => expect(await checks()).toEqual(['ok', 'ok', 'ok']))

  test('without a schema, and with one that lacks a migration', async () => {
    await pool.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_key_check'")
    expect(await checks()).toEqual(['ok', expect.stringMatching(/lacks 1 migrations .*_key_check/), 'ok'])
    await pool.query('DROP TABLE _prisma_migrations')
    expect(await checks()).toEqual(['ok', expect.stringContaining('run the migrations'), 'ok'])
  })

  test('that is read-only; what would write is told that it is away, and not that it is wrong', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await administer(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const readOnly = createPool({ url: databaseUrl(database.url, name), connectTimeoutMs: 20_000 })
    await expect(checkWritable(readOnly)).rejects.toThrow('read-only')
    await checkPostgres(readOnly)
    const error = await readOnly.query('DELETE FROM account').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await readOnly.end()
  })
})

/** States that a server can raise, and whether it could have served another time. Source: Postgres' documentation, Appendix A. */
test.each([
  ['08006', true],
  ['25006', true],
  ['25P02', false],
  ['25P03', true],
  ['28P01', true],
  ['3D000', true],
  ['40001', false],
  ['42P01', false],
  ['53100', true],
  ['53300', true],
  ['57P01', true],
  ['58030', true],
  ['23505', false],
])('SQLSTATE %s says that the database is away: %s', async (state, isAway) => {
  const raise = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${state}'; END $$`
  const error = await pool.query(raise).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(pg.DatabaseError)
  expect([state, isDatabaseUnavailable(error)]).toEqual([state, isAway])
})
