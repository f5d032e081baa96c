import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { applyMigration } from './apply-migration.ts'
import { readRecords } from './records.ts'

let database: TestDatabase
let migrator: pg.Client
let holder: pg.Client
let writer: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  const clients = await Promise.all([connect(), connect(), connect()])
  ;[migrator, holder, writer] = clients as [pg.Client, pg.Client, pg.Client]
})
afterAll(async () => {
  await Promise.all([migrator, holder, writer].map((client) => client.end()))
  await database.close()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return client
}

const INSERT_JOB = `
  INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at)
  VALUES (gen_random_uuid(), '${randomUUID()}', 'pending', 'http://a.example/', 'a.example', 'auto', '{}', '{}', '1', now())`

const migration = (script: string) => ({ name: `20990101000000_${randomUUID()}`, script, checksum: 'x' })
const isRecorded = async (name: string) => (await readRecords(writer)).applied.has(name)

function apply(one: ReturnType<typeof migration>, patienceMs = 60_000) {
  const said: string[] = []
  const waiting = {
    say: (line: string) => void said.push(line),
    giveUpAt: Date.now() + patienceMs,
    mayBeApplied: false,
  }
  return { said, done: applyMigration(migrator, one, waiting) }
}

/** Writes as a process of the old version does, again and again, and counts. */
function keepWriting() {
  let writes = 0
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await writer.query(INSERT_JOB)
      writes++
    }
  })()
  return {
    count: () => writes,
    stop: async () => {
      isOver = true
      await done
    },
  }
}

test('a migration whose table is held lets others write, and is done when the table is free', async () => {
  await holder.query('BEGIN')
  await holder.query(INSERT_JOB)
  const others = keepWriting()
  const one = migration('ALTER TABLE "job" ADD COLUMN "later" INTEGER')
  const { said, done } = apply(one)
  const writesBetween: number[] = []
  for (const times of [1, 2, 3]) {
    await eventually(() => expect(said.length).toBeGreaterThanOrEqual(times))
    writesBetween.push(others.count())
  }
  // Between two attempts writing goes on, although the holder has not ended.
  expect(writesBetween[2]).toBeGreaterThan(writesBetween[1]!)
  expect(said[0]).toContain('idle in transaction')
  expect(said.join()).not.toContain('INSERT')
  expect(await isRecorded(one.name)).toBe(false)
  await holder.query('COMMIT')
  await done
  await others.stop()
  expect(await isRecorded(one.name)).toBe(true)
  await writer.query('UPDATE job SET later = 1')
})

test('it gives up when nobody gives way in time, says who, and has changed nothing', async () => {
  await holder.query('BEGIN; LOCK TABLE batch IN ROW EXCLUSIVE MODE')
  const one = migration(
    'ALTER TABLE "crawl" ADD COLUMN "later" INTEGER; ALTER TABLE "batch" ADD COLUMN "later" INTEGER',
  )
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid')
  await expect(apply(one, 0).done).rejects.toThrow(`pid ${rows[0].pid} `)
  await holder.query('COMMIT')
  await expect(writer.query('SELECT later FROM crawl')).rejects.toThrow('does not exist')
  expect(await isRecorded(one.name)).toBe(false)
})

test('an index is built while others write, and anew where its build was interrupted', async () => {
  const others = keepWriting()
  await eventually(() => expect(others.count()).toBeGreaterThan(1))
  const one = migration(
    '-- Built beside the writers.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "job_of_test_idx" ON "job"("created_at");',
  )
  // A transaction that saw the table before: the build waits for it, and is cut off.
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM job LIMIT 1')
  await migrator.query("SET statement_timeout = '500ms'")
  await expect(apply(one).done).rejects.toThrow('statement timeout')
  const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'job_of_test_idx'::regclass"
  expect((await writer.query(isValid).catch(() => ({ rows: [] }))).rows).toEqual([{ indisvalid: false }])
  await migrator.query('SET statement_timeout = 0')
  await holder.query('COMMIT')
  await apply(one).done
  await others.stop()
  expect((await writer.query(isValid)).rows).toEqual([{ indisvalid: true }])
  expect(await isRecorded(one.name)).toBe(true)
})

test('a script that fails is told with its name, and leaves nothing', async () => {
  const one = migration(
    'ALTER TABLE "job" ADD COLUMN "half" INTEGER; ALTER TABLE "nowhere" ADD COLUMN "x" INTEGER',
  )
  await expect(apply(one).done).rejects.toThrow(
    `Migration ${one.name} failed: relation "nowhere" does not exist`,
  )
  await expect(writer.query('SELECT half FROM job')).rejects.toThrow('does not exist')
})

test('what cannot be done twice does not stand beside an index that is built', async () => {
  const one = migration(
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "job"("url"); UPDATE "job" SET "url" = \'\'',
  )
  await expect(apply(one).done).rejects.toThrow('cannot be repeated')
})
