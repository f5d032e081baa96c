import { createTestDatabase, SILENCES, startSilentProxy, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPool, type Pool } from './pool.ts'
import { readBytes } from './read-bytes.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 1, statementTimeoutMs: 60_000 })
  await pool.query('CREATE TABLE thing (id integer, bytes bytea)')
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test.each([0, 1, 65_535, 65_536, 5_000_000])(
  'reads %p bytes as they are, and the connection serves on',
  async (size) => {
    const bytes = Buffer.alloc(size, Buffer.from([0, 255, 10, 92, 195, 13]))
    await pool.query('INSERT INTO thing VALUES ($1, $2)', [size, bytes])
    expect((await readBytes(pool, 'SELECT bytes FROM thing WHERE id = $1', [size]))?.equals(bytes)).toBe(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  },
)

test('values are literals, whatever stands in them', async () => {
  const value = "'; DROP TABLE thing; -- \\ $1"
  expect(String(await readBytes(pool, "SELECT convert_to($1, 'UTF8')", [value]))).toBe(value)
})

test('reads nothing where no row is', async () => {
  expect(await readBytes(pool, 'SELECT bytes FROM thing WHERE id = -1')).toBeUndefined()
})

test.each([
  ['refuses', 'SELECT no_column FROM thing'],
  [
    'breaks off at a later row',
    "SELECT decode(CASE WHEN n < 9000 THEN repeat('ab', 1000) ELSE 'x' END, 'hex') FROM generate_series(1, 9999) AS n",
  ],
])('throws what the server %s, and the pool serves on', async (_, select) => {
  await expect(readBytes(pool, select)).rejects.toThrow()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('many are read beside each other by few connections', async () => {
  const sizes = Array.from({ length: 20 }, (_, n) => n * 10_000)
  const read = await Promise.all(
    sizes.map((size) => readBytes(pool, `SELECT convert_to(repeat('x', ${size}), 'UTF8')`)),
  )
  expect(read.map((bytes) => bytes?.length)).toEqual(sizes)
})

test.each(SILENCES)('ends with a connection that falls silent (%s)', async (silence) => {
  const proxy = await startSilentProxy(database.url)
  const own = createPool({
    url: proxy.url,
    max: 1,
    connectTimeoutMs: 20_000,
    statementTimeoutMs: 600_000,
    onError: () => {},
  })
  try {
    await own.query('SELECT 1')
    const reading = readBytes(own, "SELECT convert_to(repeat('x', 100), 'UTF8') FROM pg_sleep(0.5)")
    proxy.silence(silence)
    const error = await reading.catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect((await own.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  } finally {
    await own.end()
    await proxy.close()
  }
})
