import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { type DatabaseProxy, startDatabaseProxy } from '@gleaner/testkit/database-proxy'
import { eventually } from '@gleaner/testkit/eventually'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { isConcurrent, statementsOf } from './migrations/build-indexes.ts'
import { type Migration, readMigrations } from './migrations/migration-files.ts'

let database: TestDatabase
let watcher: pg.Client
beforeEach(async () => {
  database = await createEmptyDatabase()
  watcher = await connectTo(database.url)
})
afterEach(async () => {
  await watcher.end()
  await database.close()
})

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** What a database consists of, as text: columns, indexes that are used, constraints, triggers, functions. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace AND indisvalid
    UNION ALL SELECT format('%s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1`)
  return rows.map(({ line }) => line)
}

async function wholeSchema(): Promise<string[]> {
  const whole = await createTestDatabase()
  const client = await connectTo(whole.url)
  try {
    return await schemaOf(client)
  } finally {
    await client.end()
    await whole.close()
  }
}

async function applied(): Promise<string[]> {
  const { rows } = await watcher.query(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows.map(({ name }) => name)
}

/** Every migration is there, once, and the database is as if nothing had happened on the way. */
async function expectMigrated(): Promise<void> {
  expect(await migrate(database.url)).toEqual([])
  expect(await applied()).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await schemaOf(watcher)).toEqual(await wholeSchema())
  const { rowCount } = await watcher.query(
    'SELECT FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  )
  expect(rowCount).toBe(0)
}

const PROGRAM = fileURLToPath(new URL('../../../tools/testkit/src/jest/migrate-main.ts', import.meta.url))

/** Kills the process that migrates, or what serves it in Postgres, when so many migrations are recorded. */
async function interruptAfter(count: number, victim: 'process' | 'backend'): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await eventually(async () => {
    const { rows } = await watcher.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists")
    if (child.exitCode === null) expect(rows[0].exists && (await applied()).length >= count).toBe(true)
  })
  if (victim === 'process') child.kill('SIGKILL')
  else
    await watcher.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gleaner migrate' AND datname = current_database()",
    )
  await ended
}

/** The beginning of what is first sent of a script. */
function firstSentOf({ script }: Migration): string {
  const first = isConcurrent(script) ? statementsOf(script)[0]! : script
  return first.slice(0, 40)
}

describe('an interrupted migration', () => {
  test.each(['process', 'backend'] as const)(
    'whose %s is killed goes on at the next start, wherever it was',
    async (victim) => {
      const { length } = await readMigrations()
      for (let count = 0; count < length; count += 8) await interruptAfter(count, victim)
      await migrate(database.url)
      await expectMigrated()
    },
  )

  const MOMENTS: [string, (migration: Migration) => string, 'once' | 'answer'][] = [
    ['while its script runs', firstSentOf, 'once'],
    ['when its script is done', firstSentOf, 'answer'],
    ['while it is recorded', ({ name }) => name, 'once'],
    ['while it commits', () => 'COMMIT', 'once'],
    ['when it has committed', () => 'COMMIT', 'answer'],
  ]

  test.each(MOMENTS)('whose client goes away %s goes on at the next start', async (_, textOf, at) => {
    const proxy: DatabaseProxy = await startDatabaseProxy(database.url)
    const migrations = await readMigrations()
    // Every seventh, so that each kind of script comes in its turn.
    for (const migration of migrations.filter((_, i) => i % 7 === 3)) {
      proxy.cut(textOf(migration), { at })
      await expect(migrate(proxy.url)).rejects.toThrow()
    }
    await proxy.close()
    await migrate(database.url)
    await expectMigrated()
  })

  test('lets others that start meanwhile wait until the server is done with it', async () => {
    const started = [1, 2, 3].map(() => migrate(database.url))
    const names = (await Promise.all(started)).flat()
    expect(names.sort()).toEqual((await readMigrations()).map(({ name }) => name))
    await expectMigrated()
  })
})

describe('what older versions recorded as begun', () => {
  const begin = (name: string, { steps = 0, logs }: { steps?: number; logs?: string } = {}) =>
    watcher.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count, logs)
       VALUES (gen_random_uuid(), 'x', $1, $2, $3)`,
      [name, steps, logs ?? null],
    )
  const forget = (name: string) =>
    watcher.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name])

  test('is settled whichever migration it was, when its script was committed', async () => {
    await migrate(database.url)
    const known = await schemaOf(watcher)
    // Later versions record what they have applied.
    const older = (await readMigrations()).filter(({ name }) => name < '20261124')
    for (const { name } of older) {
      await forget(name)
      await begin(name)
      expect([name, await migrate(database.url)]).toEqual([name, [name]])
    }
    expect(await schemaOf(watcher)).toEqual(known)
    await expectMigrated()
  })

  test('is done, when its script was rolled back', async () => {
    await migrate(database.url)
    const [first] = await readMigrations()
    await watcher.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database.url)
    await watcher.query(`TRUNCATE _prisma_migrations`)
    const tables = await watcher.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
    )
    await watcher.query(
      `DROP TABLE ${tables.rows.map(({ tablename }) => `"${tablename}"`).join(', ')} CASCADE`,
    )
    const functions = await watcher.query(
      "SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    )
    for (const { name } of functions.rows) await watcher.query(`DROP FUNCTION ${name}`)
    await begin(first!.name)
    await begin(first!.name, { logs: 'lock timeout' })
    await migrate(database.url)
    await expectMigrated()
  })

  test('is settled when it is known to have been applied', async () => {
    await migrate(database.url)
    const { name } = (await readMigrations())[5]!
    await forget(name)
    await begin(name, { steps: 1 })
    await expectMigrated()
  })
})
