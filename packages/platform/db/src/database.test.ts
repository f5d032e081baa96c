import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CommitUnknown } from './commit-unknown.ts'
import { createDatabase, type Database, type TransactionHandles } from './database.ts'
import { createPool, type Pool, type Queryable } from './pool.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let server: TestDatabase
let pool: Pool
let db: Database
beforeAll(async () => {
  server = await createTestDatabase()
  pool = createPool({ url: server.url })
  db = createDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await server.close()
})

/** An account by Prisma, and its balance by SQL, which refuses an account that it does not see. */
async function writeBoth({ prisma, sql }: TransactionHandles, id: string): Promise<void> {
  await prisma.account.create({ data: { id, name: 'Both' } })
  await sql.query('INSERT INTO balance (account_id) VALUES ($1)', [id])
}

async function isStored(id: string): Promise<boolean[]> {
  const tables = [
    'SELECT count(*)::int AS n FROM account WHERE id = $1',
    'SELECT count(*)::int AS n FROM balance WHERE account_id = $1',
  ]
  return await Promise.all(tables.map(async (text) => (await pool.query(text, [id])).rows[0].n === 1))
}

describe('a transaction of Prisma and SQL', () => {
  test('sees the rows of both, and commits them together', async () => {
    const id = randomUUID()
    await db.transaction((both) => writeBoth(both, id))
    expect(await isStored(id)).toEqual([true, true])
  })

  test.each<[string, (both: TransactionHandles) => Promise<unknown>]>([
    ['the work', () => Promise.reject(new Error('half-way'))],
    ['its SQL', ({ sql }) => sql.query('SELECT nothing')],
    ['its Prisma', ({ prisma }) => prisma.user.update({ where: { id: randomUUID() }, data: {} })],
  ])('leaves nothing behind when %s fails', async (_, fail) => {
    const id = randomUUID()
    const work = db.transaction(async (both) => {
      await writeBoth(both, id)
      await fail(both)
    })
    await expect(work).rejects.toThrow()
    expect(await isStored(id)).toEqual([false, false])
  })

  test('that loses the answer to its commit says so', async () => {
    await pool.query(`
      CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON account DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.name = 'Cut off') EXECUTE FUNCTION end_connection()`)
    const work = db.transaction(({ prisma }) =>
      prisma.account.create({ data: { id: randomUUID(), name: 'Cut off' } }),
    )
    await expect(work).rejects.toThrow(CommitUnknown)
  })

  test('has one connection of its own, however many there are at once', async () => {
    const backend = 'SELECT pg_backend_pid() AS pid'
    const pids = await Promise.all(
      Array.from({ length: 5 }, () =>
        db.transaction(async ({ prisma, sql }) => {
          const [byPrisma] = await prisma.$queryRawUnsafe<{ pid: number }[]>(backend)
          await (await db.prisma()).account.count()
          const bySql = (await sql.query(backend)).rows[0]
          expect(bySql.pid).toBe(byPrisma!.pid)
          return bySql.pid
        }),
      ),
    )
    expect(new Set(pids).size).toBe(5)
  })

  test('lets no SQL through after its end, when the connection is somebody else’s', async () => {
    let kept: Queryable | undefined
    await db.transaction(async ({ sql }) => {
      kept = sql
    })
    expect(() => kept!.query('SELECT 1')).toThrow('has ended')
  })
})

describe('errors of Prisma', () => {
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  test('tell a server that is away', async () => {
    const nobody = createPool({ url: 'postgres://u:p@127.0.0.1:1/x' })
    const away = createDatabase(nobody)
    expect(isDatabaseUnavailable(await errorOf((await away.prisma()).account.count()))).toBe(true)
    expect(isDatabaseUnavailable(await errorOf(away.transaction(async () => {})))).toBe(true)
    await nobody.end()
  })

  test('tell a statement that the server has ended, and a connection', async () => {
    const impatient = createPool({ url: server.url, statementTimeoutMs: 100 })
    const client = await createDatabase(impatient).prisma()
    expect(isDatabaseUnavailable(await errorOf(client.$queryRaw`SELECT pg_sleep(5)`))).toBe(true)
    await impatient.end()
    const ended = db.transaction(async ({ prisma, sql }) => {
      const { rows } = await sql.query('SELECT pg_backend_pid() AS pid')
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
      await prisma.account.count()
    })
    expect(isDatabaseUnavailable(await errorOf(ended))).toBe(true)
  })

  test('tell a query that is wrong, and quote no line of source for it', async () => {
    const { user } = await db.prisma()
    const id = randomUUID()
    const data = { id, accountId: id, email: 'a@example.com', passwordHash: 'secret' }
    const wrong = (await errorOf(user.create({ data }))) as Error
    expect(isDatabaseUnavailable(wrong)).toBe(false)
    expect(wrong.message).toContain('app_user_account_id_fkey')
    expect(wrong.message).not.toContain('await errorOf')
  })
})
