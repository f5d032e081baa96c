import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hasCome, isAhead } from './has-come.ts'
import { msUntil } from './ms-until.ts'
import { createPool, type Pool } from './pool.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, connectTimeoutMs: 20_000 })
  await pool.query('CREATE TABLE moment (id int, ends_at timestamptz(3))')
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

/** Judges `ends_at` where now is so many microseconds after a full millisecond. */
async function judge(endsAt: string, micros: number) {
  const now = `'2026-01-01 00:00:00.001Z'::timestamptz + interval '${micros} microseconds'`
  const at = (sql: string) => sql.replaceAll('now()', `(${now})`)
  await pool.query(`TRUNCATE moment`)
  await pool.query(`INSERT INTO moment (ends_at) VALUES (${at(endsAt)})`)
  const { rows } = await pool.query(
    at(
      `SELECT ${hasCome('ends_at')} AS "hasCome", ${isAhead('ends_at')} AS "isAhead", ${msUntil('ends_at')} AS ms FROM moment`,
    ),
  )
  return rows[0]
}

test.each([0, 1, 499, 500, 501, 999])(
  'what was written as now has come, %i microseconds after a full millisecond',
  async (micros) => {
    expect(await judge('now()', micros)).toEqual({ hasCome: true, isAhead: false, ms: 0 })
    expect(await judge("now() - interval '1 ms'", micros)).toEqual({ hasCome: true, isAhead: false, ms: -1 })
    expect(await judge("now() + interval '1 ms'", micros)).toEqual({ hasCome: false, isAhead: true, ms: 1 })
  },
)

test('what never comes has neither come nor lies ahead', async () => {
  expect(await judge('NULL', 0)).toEqual({ hasCome: null, isAhead: null, ms: null })
})
