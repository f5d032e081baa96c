import {
  createTestDatabase,
  eventually,
  SILENCES,
  type SilentProxy,
  startSilentProxy,
  type TestDatabase,
} from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase } from './database.ts'
import { createPool, type Pool } from './pool.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** A statement's own limit, beyond the test's: it must not be what ends a silent one. */
const STATEMENT_MS = 600_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Lends a pool whose connections all are open, and the proxy before it. */
async function withPool(work: (pool: Pool, proxy: SilentProxy) => Promise<void>): Promise<void> {
  const proxy = await startSilentProxy(database.url)
  const pool = createPool({
    url: proxy.url,
    max: 4,
    connectTimeoutMs: 20_000,
    statementTimeoutMs: STATEMENT_MS,
    onError: () => {},
  })
  try {
    await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT pg_sleep(0.3)')))
    expect(pool.idleCount).toBe(4)
    await work(pool, proxy)
  } finally {
    await proxy.close()
  }
}

describe('connections of a pool that fall silent', () => {
  // Each waits for seconds of silence, and does nothing meanwhile.
  test.concurrent.each(SILENCES)(
    '(%s) while they are idle: one statement is lost, and all are opened anew',
    (silence) =>
      withPool(async (pool, proxy) => {
        proxy.silence(silence)
        const error = await pool.query('SELECT 1').catch((error: unknown) => error)
        expect(isDatabaseUnavailable(error)).toBe(true)
        await eventually(() => expect(proxy.silent).toBe(0))
        expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
        await pool.end()
      }),
    60_000,
  )

  test.concurrent.each(SILENCES)(
    '(%s) within a transaction, of Prisma as well: its holder is told',
    (silence) =>
      withPool(async (pool, proxy) => {
        const db = createDatabase(pool)
        await (await db.prisma()).account.count()
        const work = db.transaction(async ({ sql }) => {
          await sql.query('SELECT 1')
          proxy.silence(silence)
          await sql.query('SELECT 1')
        })
        await expect(work).rejects.toThrow()
        await eventually(() => expect(proxy.silent).toBe(0))
        expect(await (await db.prisma()).account.count()).toBe(0)
        await pool.end()
      }),
    60_000,
  )

  test.concurrent(
    'are told from a statement that takes long',
    () =>
      withPool(async (pool) => {
        const { rows } = await pool.query("SELECT pg_sleep(8), 'done' AS answer")
        expect(rows[0].answer).toBe('done')
        await pool.end()
      }),
    60_000,
  )

  test(
    'are closed when the pool ends while everything stays silent',
    () =>
      withPool(async (pool, proxy) => {
        const others = proxy.socketsOfOthers - pool.totalCount
        proxy.silence('both', { alsoNew: true })
        await pool.end()
        await eventually(() => expect(proxy.socketsOfOthers).toBeLessThanOrEqual(others))
      }),
    60_000,
  )
})
