import { createPool, type Pool } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow, insertRows } from '@gleaner/testkit/insert-rows'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { countOpenErasures, type ErasureLimits, eraseDeletedAccounts } from './erase-deleted-accounts.ts'
import { TABLES } from './tables.ts'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, max: 4 })
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

const files = new Set<string>()
const ctx = () => ({
  jobs: { pool, pubSub: { publish: () => {} } as never, logger: silentLogger() },
  files: { delete: async (key: string): Promise<void> => void files.delete(key) },
  logger: silentLogger(),
})
const erase = (limits?: ErasureLimits, context = ctx()) =>
  eraseDeletedAccounts(context, new AbortController().signal, limits)

/** A deleted account with ended jobs; deleted so long ago that no request of it can be under way. */
async function deleted({ jobs = 3, hoursAgo = 2 } = {}): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO account (id, name, deleted_at) VALUES (gen_random_uuid(), 'x', now() - $1 * interval '1 hour') RETURNING id`,
    [hoursAgo],
  )
  const { id } = rows[0]!
  await insertRows(pool, 'balance', { account_id: `'${id}'` })
  await insertRows(
    pool,
    'job',
    { account_id: `'${id}'`, status: "'failed'", finished_at: 'now()', test: 'n % 2 = 0' },
    jobs,
  )
  await insertRows(pool, 'idempotency_key', { account_id: `'${id}'`, job_id: 'gen_random_uuid()' }, jobs)
  return id
}

const rowsOf = async (table: string, id: string) =>
  (await pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [id])).rowCount
const stateOf = async (id: string) =>
  (
    await pool.query<{ isErased: boolean; failures: number; dueIn: number }>(
      `SELECT erased_at IS NOT NULL AS "isErased", erase_failures AS failures, extract(epoch FROM erase_at - now())::float8 AS "dueIn"
       FROM account WHERE id = $1`,
      [id],
    )
  ).rows[0]!

/** Deleting jobs of the account fails, as long as nobody mends it. */
async function breakJobsOf(id: string): Promise<void> {
  await pool.query(`
    CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER break_it BEFORE DELETE ON job FOR EACH ROW WHEN (OLD.account_id = '${id}') EXECUTE FUNCTION break_it()`)
}
const mend = () => pool.query('DROP TRIGGER break_it ON job; DROP FUNCTION break_it()')
const makeDue = (id: string) => pool.query('UPDATE account SET erase_at = now() WHERE id = $1', [id])

test('an account that cannot be erased stops no other, waits longer and longer, and is told', async () => {
  const [broken, ...others] = [await deleted({ hoursAgo: 9 }), await deleted(), await deleted()]
  await breakJobsOf(broken!)
  await erase()
  for (const id of others) expect([await rowsOf('job', id), (await stateOf(id)).isErased]).toEqual([0, true])
  expect(await stateOf(broken!)).toMatchObject({ isErased: false, failures: 1 })

  const waits: number[] = []
  for (let time = 0; time < 8; time++) {
    await makeDue(broken!)
    expect(await erase()).toBe(1)
    waits.push(Math.round((await stateOf(broken!)).dueIn / 60))
  }
  expect(waits).toEqual([4, 8, 16, 32, 60, 60, 60, 60])
  expect(await countOpenErasures(pool)).toMatchObject({ accounts: 1, failing: 1, oldest: expect.any(Date) })
  // Not due: it takes no turn.
  expect(await erase()).toBe(0)

  await mend()
  await makeDue(broken!)
  await erase()
  expect(await stateOf(broken!)).toMatchObject({ isErased: true, failures: 0 })
  expect(await countOpenErasures(pool)).toEqual({ accounts: 0, failing: 0, oldest: null })
})

/** What an account has in each table that its erasure empties, where more than what must be is needed. */
const MORE: Record<string, Record<string, string>> = {
  batch: { status: "'completed'", finished_at: 'now()' },
  crawl: {
    id: '(SELECT id FROM batch ORDER BY id DESC LIMIT 1)',
    phase: "'ended'",
    end_reason: "'exhausted'",
  },
  job: { status: "'failed'", finished_at: 'now()' },
  webhook_delivery: { state: "'delivered'", ended_at: 'now()' },
  schedule: { kind: "'batch'", cron: "'0 0 * * *'", next_run_at: 'now()' },
  schedule_run: { state: "'completed'", trigger: "'schedule'", finished_at: 'now()' },
  monitor_check: { judged_at: 'now()' },
  monitor_page: { state: "'same'" },
  monitor_change: { kind: "'new'" },
  idempotency_key: { job_id: 'gen_random_uuid()' },
  login_session: { status: "'inactive'", deleted_at: 'now()' },
  login_session_event: { actor: "'system'", action: "'shared'" },
}
/** Those whose rows need a row elsewhere. */
const FILLED = [
  ...TABLES.jobs,
  ...TABLES.slices,
  'login_session',
  'spend_limit',
  'template',
  'webhook_endpoint',
].filter((table) => !['crawl', 'search_document'].includes(table))

test.each(FILLED)('what keeps its rows of %s keeps nothing else of an account', async (table) => {
  await allowAnyRow(database.url)
  const filling = createPool({ url: database.url, max: 1 })
  const id = await deleted()
  for (const one of FILLED) await insertRows(filling, one, { account_id: `'${id}'`, ...MORE[one] })
  await filling.end()
  await pool.query(`
    CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER break_it BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION break_it();
    ALTER TABLE ${table} ENABLE ALWAYS TRIGGER break_it`)
  await erase()
  const left: string[] = []
  for (const one of FILLED) if (await rowsOf(one, id)) left.push(one)
  expect(left).toEqual([table])
  expect(await stateOf(id)).toMatchObject({ isErased: false, failures: 1 })
})

test('a file that cannot be deleted keeps its job, and no other', async () => {
  const id = await deleted({ jobs: 150 })
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM job WHERE account_id = $1', [id])
  const [bad, good] = rows.map((row) => `${row.id}/screenshot.png`) as [string, string]
  for (const key of [bad, good]) {
    files.add(key)
    await insertRows(pool, 'job_page', {
      job_id: `'${key.slice(0, 36)}'`,
      page: `'{"screenshot_url":"https://x/api/v1/files/${key}?e=1"}'`,
    })
  }
  const failing = async (key: string) => {
    if (key === bad) throw new Error('EACCES')
    files.delete(key)
  }
  await erase(undefined, { ...ctx(), files: { delete: failing } })
  const kept = await pool.query<{ id: string }>('SELECT id FROM job WHERE account_id = $1', [id])
  expect(kept.rows).toEqual([{ id: bad.slice(0, 36) }])
  expect([files.has(good), await rowsOf('idempotency_key', id)]).toEqual([false, 0])
})

test('an account with very much shares the time with others, step by step', async () => {
  const large = await deleted({ jobs: 450, hoursAgo: 5 })
  const small = await deleted()
  await pool.query("UPDATE account SET erase_at = now() - interval '1 hour' WHERE id = $1", [large])
  await makeDue(small)
  /** Asked before each turn. */
  const oneTurn = () => {
    let turns = 0
    return {
      get aborted() {
        return turns++ === 1
      },
    } as AbortSignal
  }
  const left: (number | null)[][] = []
  for (let turn = 0; turn < 2; turn++) {
    expect(await eraseDeletedAccounts(ctx(), oneTurn(), { shareMs: 0, runMs: 60_000 })).toBe(1)
    left.push([await rowsOf('job', large), await rowsOf('job', small)])
  }
  // A step of the large one, then one of the small one.
  expect(left).toEqual([
    [350, 3],
    [350, 0],
  ])
  await erase()
  expect([await rowsOf('job', large), (await stateOf(large)).isErased]).toEqual([0, true])
})

test('a process that is killed at any statement leaves what the next one ends', async () => {
  const id = await deleted({ jobs: 250 })
  let step = 0
  for (let isKilled = true; isKilled; step += 5) {
    isKilled = false
    await makeDue(id)
    let statements = 0
    const dying = (query: Pool['query']) =>
      ((...args: Parameters<Pool['query']>) => {
        if (statements++ < step + 1) return query(...args)
        isKilled = true
        throw new Error('killed')
      }) as Pool['query']
    const killedPool = new Proxy(pool, {
      get(target, name) {
        if (name === 'query') return dying(target.query.bind(target) as Pool['query'])
        if (name !== 'connect') return Reflect.get(target, name)
        return async () => {
          const connection = await target.connect()
          return {
            query: dying(connection.query.bind(connection) as never),
            release: () => connection.release(true),
          }
        }
      },
    })
    const context = ctx()
    await erase(undefined, { ...context, jobs: { ...context.jobs, pool: killedPool as Pool } }).catch(
      () => {},
    )
  }
  expect(step).toBeGreaterThan(10)
  expect(await stateOf(id)).toMatchObject({ isErased: true, failures: 0 })
  for (const table of [...TABLES.jobs, ...TABLES.slices, ...TABLES.atOnce])
    expect([table, await rowsOf(table, id)]).toEqual([table, 0])
  expect(await rowsOf('balance', id)).toBe(1)
})

test('one that was deleted just now is looked at again when its last requests have ended', async () => {
  const id = await deleted({ hoursAgo: 0 })
  await erase()
  const { isErased, dueIn } = await stateOf(id)
  expect([isErased, await rowsOf('job', id)]).toEqual([false, 0])
  expect(dueIn).toBeGreaterThan(50 * 60)
  expect(dueIn).toBeLessThanOrEqual(60 * 60)
  // What a late request has left goes then.
  await insertRows(pool, 'job', { account_id: `'${id}'`, status: "'failed'", finished_at: 'now()' })
  await pool.query("UPDATE account SET deleted_at = now() - interval '61 minutes' WHERE id = $1", [id])
  await makeDue(id)
  await erase()
  expect([(await stateOf(id)).isErased, await rowsOf('job', id)]).toEqual([true, 0])
})

test('several processes erase different accounts, each once', async () => {
  for (let i = 0; i < 6; i++) await deleted()
  const turns = await Promise.all([erase(), erase(), erase()])
  expect(turns.reduce((sum, count) => sum + count)).toBe(6)
  expect((await countOpenErasures(pool)).accounts).toBe(0)
})

test('an account that is not deleted is left alone', async () => {
  const id = await deleted()
  await pool.query('UPDATE account SET deleted_at = NULL WHERE id = $1', [id])
  expect(await erase()).toBe(0)
  expect(await rowsOf('job', id)).toBe(3)
})

test('files that pages link to go with them', async () => {
  const id = await deleted({ jobs: 1 })
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM job WHERE account_id = $1', [id])
  const key = `${rows[0]!.id}/document.docx`
  files.add(key)
  await insertRows(pool, 'job_page', {
    job_id: `'${rows[0]!.id}'`,
    page: `'{"document_url":"https://x/api/v1/files/${key}?e=1"}'`,
  })
  await erase()
  expect([files.has(key), (await pool.query('SELECT FROM job_page')).rowCount]).toEqual([false, 0])
})
