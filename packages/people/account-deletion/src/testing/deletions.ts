import { type AccountsContext, createAccount } from '@gleaner/accounts'
import { uuidv7 } from '@gleaner/contracts'
import { createDatabase, createPool } from '@gleaner/db'
import { createOrganization } from '@gleaner/organizations'
import { createLogger } from '@gleaner/runtime/logger'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createTestDatabase } from '@gleaner/testkit'
import { insertRows } from '@gleaner/testkit/insert-rows'
import type { DeletionContext } from '../delete-account.ts'
import { TABLES } from '../tables.ts'

/** Nobody has guessed at a password before. */
const NO_GUESSES: AccountsContext['guesses'] = { take: async () => ({ waitSeconds: 0, release: () => {} }) }

export const PASSWORD = 'a good long password'

/** What rows must have by rules of their tables. */
const NEEDED: Partial<Record<string, Record<string, string>>> = {
  invitation: { role: "'member'" },
  login_session: { data_key: "'\\x01'", secret: "'\\x01'" },
}

export interface Person {
  accountId: string
  userId: string
  email: string
}

/** Accounts that have something of everything, on a database of their own. */
export async function startDeletions() {
  const server = await createTestDatabase()
  const db = createDatabase(createPool({ url: server.url, max: 6 }))
  /** Asks for nothing that a row refers to. */
  const careless = createPool({
    url: `${server.url}?options=${encodeURIComponent('-c session_replication_role=replica')}`,
    max: 1,
  })
  const logged: string[] = []
  const logger = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void logged.push(line) })
  const secretBox = createSecretBox(generateKey('test'))
  const ctx: DeletionContext & { db: typeof db } = {
    db,
    jobs: { pool: db.pool, pubSub: { publish: () => {} } as never, logger },
    logger,
    accounts: { db, secretBox, guesses: NO_GUESSES } as AccountsContext,
    publicUrl: 'https://gleaner.test',
    network: '192.0.2.1',
  }

  async function fill(accountId: string): Promise<void> {
    const of = { account_id: `'${accountId}'` }
    for (const table of TABLES.atOnce) await insertRows(careless, table, { ...of, ...NEEDED[table] })
    await insertRows(
      careless,
      'job',
      { ...of, status: "'pending'", deadline_at: "now() + interval '1 hour'" },
      2,
    )
  }

  async function newPerson(): Promise<Person> {
    const email = `${uuidv7()}@example.com`
    const { id: accountId } = await createAccount(db, { name: 'Ann', email, password: PASSWORD })
    const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM app_user WHERE account_id = $1', [
      accountId,
    ])
    await fill(accountId)
    return { accountId, userId: rows[0]!.id, email }
  }

  return {
    ctx,
    db,
    logged,
    newPerson,
    insert: (table: string, values: Record<string, string>) =>
      insertRows(careless, table, { ...NEEDED[table], ...values }),
    /** One with an owner, an admin and a member. */
    async newOrganization() {
      const [owner, admin, member] = [await newPerson(), await newPerson(), await newPerson()]
      const { id } = await db.transaction((both) => createOrganization(both, owner.userId, { name: 'Team' }))
      for (const [role, { userId }] of Object.entries({ admin, member }))
        await db.pool.query('INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
          id,
          userId,
          role,
        ])
      await fill(id)
      return { id, owner, admin, member, outsider: await newPerson() }
    },
    /** All that is stored, by table: where it differs something was done. */
    async everything(): Promise<Record<string, string | null>> {
      const { rows } = await db.pool.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
      )
      const sums: Record<string, string | null> = {}
      for (const { name } of rows) {
        const { rows: one } = await db.pool.query<{ sum: string | null }>(
          `SELECT md5(string_agg(each::text, '' ORDER BY each::text)) AS sum FROM ${name} AS each`,
        )
        sums[name] = one[0]!.sum
      }
      return sums
    },
    /** How many rows of an account there are in each of these tables. */
    async rowsOf(accountId: string, tables: readonly string[]): Promise<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const table of tables)
        counts[table] =
          (await db.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId])).rowCount ?? 0
      return counts
    },
    async accountOf(id: string): Promise<{ name: string; isDeleted: boolean }> {
      const { rows } = await db.pool.query<{ name: string; isDeleted: boolean }>(
        'SELECT name, deleted_at IS NOT NULL AS "isDeleted" FROM account WHERE id = $1',
        [id],
      )
      return rows[0]!
    },
    async openJobsOf(accountId: string): Promise<number> {
      const { rows } = await db.pool.query<{ open: number }>(
        'SELECT count(*)::int AS open FROM job WHERE account_id = $1 AND finished_at IS NULL',
        [accountId],
      )
      return rows[0]!.open
    },
    /** Whatever is done to a table fails meanwhile. */
    async whileBroken<T>(table: string, act: 'INSERT' | 'UPDATE', work: () => Promise<T>): Promise<T> {
      await db.pool.query(`
        CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
        CREATE TRIGGER break_it BEFORE ${act} ON ${table} FOR EACH ROW EXECUTE FUNCTION break_it()`)
      try {
        return await work()
      } finally {
        await db.pool.query(`DROP TRIGGER break_it ON ${table}; DROP FUNCTION break_it()`)
      }
    },
    async close() {
      await Promise.all([db.pool.end(), careless.end()])
      await server.close()
    },
  }
}

/** So many rows in each of these tables. */
export function each(tables: readonly string[], rows: number): Record<string, number> {
  return Object.fromEntries(tables.map((table) => [table, rows]))
}
