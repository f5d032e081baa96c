import { createTestDatabase, eventually, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPrisma } from './client.ts'
import { createPool, type Queryable, transaction } from './pool.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('the pool', () => {
  test('gives bigint columns as bigint, so that money is never rounded', async () => {
    const pool = createPool({ url: database.url })
    const { rows } = await pool.query('SELECT 9007199254740993::bigint AS money')
    expect(rows[0].money).toBe(9007199254740993n)
    await pool.end()
  })

  test('survives connections that the server ends, held ones too', async () => {
    const broken: Error[] = []
    // A new connection takes seconds on a busy machine.
    const pool = createPool({
      url: database.url,
      connectTimeoutMs: 20_000,
      onError: (error) => broken.push(error),
    })
    const admin = createPool({ url: database.url })
    const held = await pool.connect()
    const { rows } = await held.query('SELECT pg_backend_pid() AS pid')
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    await eventually(() => expect(broken.length).toBeGreaterThan(0))
    await expect(held.query('SELECT 1')).rejects.toThrow()
    held.release(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await Promise.all([pool.end(), admin.end()])
  })

  test('ends a statement that runs too long, and a wait for a connection', async () => {
    const pool = createPool({ url: database.url, max: 1, statementTimeoutMs: 2_000, connectTimeoutMs: 200 })
    const slow = pool.query('SELECT pg_sleep(5)').catch((error: unknown) => error)
    await expect(pool.query('SELECT 1')).rejects.toThrow(/timeout/)
    expect(isDatabaseUnavailable(await slow)).toBe(true)
    await pool.end()
  })

  test('tells a server that is away from a query that is wrong', async () => {
    const nobody = createPool({ url: 'postgres://u:p@127.0.0.1:1/x' })
    const away = await nobody.query('SELECT 1').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(away)).toBe(true)
    const pool = createPool({ url: database.url })
    const wrong = await pool.query('SELECT nothing').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(wrong)).toBe(false)
    await Promise.all([nobody.end(), pool.end()])
  })

  test('tells its own broken connections from those of others, whatever their code', async () => {
    const pool = createPool({ url: database.url, max: 1 })
    const admin = createPool({ url: database.url })
    const end = (connection: Queryable) =>
      connection
        .query('SELECT pg_backend_pid() AS pid')
        .then(({ rows }) => admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]))
    const ours = await transaction(pool, async (connection) => {
      await end(connection)
      await connection.query('SELECT 1')
    }).catch((error: unknown) => error)
    const prisma = createPrisma(pool)
    const prismas = await prisma
      .$transaction(async (connection) => {
        const [row] = await connection.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
        await admin.query('SELECT pg_terminate_backend($1)', [row!.pid])
        await connection.$queryRaw`SELECT 1`
      })
      .catch((error: unknown) => error)
    const wrong = await prisma.$queryRaw`SELECT nothing`.catch((error: unknown) => error)
    expect([ours, prismas, wrong].map(isDatabaseUnavailable)).toEqual([true, true, false])
    for (const code of ['ECONNRESET', 'EPIPE', 'ENOENT', '57P01'])
      expect(isDatabaseUnavailable(Object.assign(new Error('Connection terminated'), { code }))).toBe(false)
    await Promise.all([pool.end(), admin.end()])
  })

  test('tells a Prisma query that found no server', async () => {
    const pool = createPool({ url: 'postgres://u:p@127.0.0.1:1/x' })
    const error = await createPrisma(pool)
      .account.findFirst()
      .catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await pool.end()
  })
})

describe('a transaction', () => {
  test('leaves nothing behind when its work throws', async () => {
    const pool = createPool({ url: database.url })
    const insert = "INSERT INTO account (id, name) VALUES (gen_random_uuid(), 'half')"
    const work = transaction(pool, async (connection) => {
      await connection.query(insert)
      throw new Error('half-way')
    })
    await expect(work).rejects.toThrow('half-way')
    expect((await pool.query("SELECT 1 FROM account WHERE name = 'half'")).rows).toEqual([])
    await pool.end()
  })
})
