import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createPool, type Pool } from '../pool.ts'
import { expire } from './purge.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 1 })
  await pool.query('CREATE TABLE kept_by (n int); CREATE TABLE old (n int PRIMARY KEY, age int, note text)')
  await pool.query('ALTER TABLE kept_by ADD FOREIGN KEY (n) REFERENCES old (n) ON UPDATE RESTRICT')
  await pool.query('CREATE INDEX ON old (age)')
})
beforeEach(async () => {
  await pool.query('TRUNCATE kept_by, old')
  await pool.query('INSERT INTO old SELECT n, n / 10, $1 FROM generate_series(1, 2500) AS n', ['secret'])
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const purge = (endAt = Number.POSITIVE_INFINITY) =>
  expire({ name: 'old', table: 'old', by: 'age', before: '240', only: 'n <> 7' }).run(pool, endAt)
const left = async () =>
  (await pool.query<{ n: number }>('SELECT n FROM old WHERE age < 240 ORDER BY n')).rows.map(({ n }) => n)

test.each([[[1]], [[1, 999, 1001, 2399]], [Array.from({ length: 40 }, (_, i) => i + 1)]])(
  'rows that the database does not let go keep no others: %j',
  async (kept) => {
    await pool.query('INSERT INTO kept_by SELECT unnest($1::int[])', [kept])
    const { rows, isDone, faults } = await purge()
    const staying = [...new Set([...kept, 7])].sort((a, b) => a - b)
    expect(await left()).toEqual(staying)
    expect({ rows, isDone, faults: faults?.length }).toEqual({
      rows: 2399 - staying.length,
      isDone: true,
      // What may stay is not tried.
      faults: kept.filter((n) => n !== 7).length,
    })
    for (const fault of faults!) expect(fault).toMatchObject({ code: '23503' })
  },
)

test('a database that is away is no fault of rows', async () => {
  const away = {
    query: () => pool.query("DO $$ BEGIN RAISE 'away' USING ERRCODE = '57P01'; END $$"),
  } as never
  await expect(
    expire({ name: 'old', table: 'old', by: 'age', before: '240' }).run(away, Number.POSITIVE_INFINITY),
  ).rejects.toMatchObject({ code: '57P01' })
})
