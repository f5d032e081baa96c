import { rollUpBatches } from '@gleaner/batches'
import { collectOwed, releaseExpiredCalls } from '@gleaner/billing'
import { createPool, type Pool } from '@gleaner/db'
import { createOpenSince, endJobsOf, endOverdueJobs, endUnadmittedItems } from '@gleaner/jobs'
import { followIndexes } from '@gleaner/search'
import { expireSessions, VALIDATION_STEPS } from '@gleaner/sessions'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow, insertRows } from '@gleaner/testkit/insert-rows'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

let database: TestDatabase
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  await allowAnyRow(database.url)
  pool = createPool({ url: database.url, max: 4 })
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

const ROWS = 5
/** The first one of each: what looks at the oldest comes to it first. */
const BAD = id('1')
function id(n: string): string {
  return `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
}
const LONG_AGO = "now() - interval '2 days'"
const OVERDUE = { queued_at: LONG_AGO, deadline_at: LONG_AGO, created_at: LONG_AGO }
const BATCH = { id: id('n'), account_id: id('n'), created_at: LONG_AGO, kind: "'batch'" }

interface Chain {
  /** Rows by table, `n` from 1 on; SQL. */
  rows: Record<string, Record<string, string>>
  /** What the accounts have; SQL. */
  balance?: Record<string, string>
  /** The row of this table with the bad id (in this column) cannot be changed. */
  table: string
  column?: string
  run(ctx: never): Promise<unknown>
  /** Which ids are done: SQL. */
  done: string
}

const JOB = { id: id('n'), account_id: id('n'), status: "'pending'", plan: `'{"steps":[]}'`, ...OVERDUE }
const ENDED = 'SELECT id FROM job WHERE finished_at IS NOT NULL'

/** Everything that the scheduler does for many in turn. */
const CHAINS: Record<string, Chain> = {
  'overdue jobs': {
    rows: { job: JOB },
    table: 'job',
    run: async (ctx) => await endOverdueJobs(ctx, createOpenSince()),
    done: ENDED,
  },
  'items that were never admitted': {
    rows: {
      batch: { ...BATCH, status: "'processing'", total: '1' },
      job: { ...JOB, queued_at: 'NULL', deadline_at: LONG_AGO, batch_id: id('n'), batch_index: '0' },
    },
    table: 'job',
    run: endUnadmittedItems,
    done: ENDED,
  },
  'open jobs of a deleted account': {
    rows: { job: { ...JOB, account_id: id('9') } },
    table: 'job',
    run: async (ctx) => await endJobsOf(ctx, '00000000-0000-4000-8000-000000000009'),
    done: ENDED,
  },
  'holds of calls': {
    rows: {
      call_hold: {
        id: id('n'),
        account_id: id('n'),
        kind: "'map'",
        hold_micros: '0',
        expires_at: `${LONG_AGO} + n * interval '1 second'`,
      },
    },
    table: 'call_hold',
    run: async ({ pool }: { pool: Pool }) => await releaseExpiredCalls(pool),
    done: `SELECT id FROM (SELECT ${id('n')} AS id FROM generate_series(1, ${ROWS}) AS n) AS made WHERE id NOT IN (SELECT id FROM call_hold)`,
  },
  'what accounts owe': {
    rows: {},
    balance: { owed_micros: '500', available_micros: '500' },
    table: 'balance',
    column: 'account_id',
    run: async ({ pool }: { pool: Pool }) => await collectOwed(pool),
    done: `SELECT account_id AS id FROM balance WHERE account_id <= ${id(String(ROWS))} AND owed_micros = 0`,
  },
  'sessions whose time has passed': {
    rows: {
      login_session: {
        id: id('n'),
        account_id: id('n'),
        status: "'active'",
        expires_at: LONG_AGO,
        data_key: "'x'",
        secret: "'x'",
      },
    },
    table: 'login_session',
    run: async ({ pool }: { pool: Pool }) => await expireSessions(pool),
    done: "SELECT id FROM login_session WHERE status = 'expired'",
  },
  'validations of sessions': {
    rows: {
      login_session: {
        id: id('n'),
        account_id: id('n'),
        status: "'pending_validation'",
        data_key: "'x'",
        secret: "'x'",
      },
      login_session_validation: {
        id: id('n'),
        session_id: id('n'),
        queued_at: LONG_AGO,
        deadline_at: LONG_AGO,
      },
    },
    table: 'login_session_validation',
    run: VALIDATION_STEPS.overdue,
    done: 'SELECT id FROM login_session_validation WHERE ended_at IS NOT NULL',
  },
  'roll-ups of batches': {
    rows: {
      batch: { ...BATCH, status: "'completed'", finished_at: `${LONG_AGO} + n * interval '1 second'` },
    },
    table: 'batch',
    run: async ({ pool }: { pool: Pool }) => await rollUpBatches(pool),
    done: 'SELECT id FROM batch WHERE rolled_up_at IS NOT NULL',
  },
  'indexes of searches': {
    rows: {
      search_index: {
        account_id: id('n'),
        searched_at: "now() - n * interval '1 second'",
        indexed_from: LONG_AGO,
        indexed_to: LONG_AGO,
      },
    },
    table: 'search_index',
    column: 'account_id',
    run: async ({ pool }: { pool: Pool }) => await followIndexes(pool, new AbortController().signal),
    done: `SELECT account_id AS id FROM search_index WHERE indexed_to > ${LONG_AGO} + interval '1 day'`,
  },
}

async function breakRow(table: string, column: string): Promise<void> {
  await pool.query(`
    CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER break_it BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW WHEN (OLD.${column} = ${BAD}) EXECUTE FUNCTION break_it();
    ALTER TABLE ${table} ENABLE ALWAYS TRIGGER break_it`)
}

test.each(Object.entries(CHAINS))('%s: one that fails keeps no other, and is told', async (_, chain) => {
  await insertRows(pool, 'balance', { account_id: id('n'), ...chain.balance }, 9)
  for (const [table, values] of Object.entries(chain.rows)) await insertRows(pool, table, values, ROWS)
  await breakRow(chain.table, chain.column ?? 'id')
  const ctx = { pool, pubSub: { publish: () => {} }, producer: { missing: async () => new Set() } }
  await expect(chain.run(ctx as never)).rejects.toBeInstanceOf(AggregateError)
  const { rows } = await pool.query<{ id: string }>(`SELECT id::text FROM (${chain.done}) AS done ORDER BY 1`)
  expect(rows.map((row) => Number(row.id.slice(-12)))).toEqual([2, 3, 4, 5])
})
