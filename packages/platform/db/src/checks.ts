import { readdir } from 'node:fs/promises'
import type { Queryable } from './pool.ts'

const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url)

/** A readiness check: Postgres answers. */
export async function checkPostgres(pool: Queryable): Promise<void> {
  await pool.query('SELECT 1')
}

/** A readiness check: Postgres takes writes. */
export async function checkWritable(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ state: string }>(
    `SELECT current_setting('transaction_read_only') AS state`,
  )
  if (rows[0]?.state !== 'off')
    throw new Error('Postgres is read-only: it is a standby, or default_transaction_read_only is on')
}

/** A readiness check: the database has the schema that this version works with, or a newer one. */
export async function checkSchema(pool: Queryable): Promise<void> {
  const applied = await readApplied(pool)
  const missing = (await readOwn()).filter((name) => !applied.has(name))
  if (missing.length > 0)
    throw new Error(
      `The database lacks ${missing.length} migrations (first ${missing[0]}): run the migrations of this version`,
    )
}

async function readApplied(pool: Queryable): Promise<Set<string>> {
  const { rows: tables } = await pool.query<{ name: string | null }>(
    `SELECT to_regclass('_prisma_migrations') AS name`,
  )
  if (tables[0]?.name == null) return new Set()
  const { rows } = await pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map(({ name }) => name))
}

let own: Promise<string[]> | undefined

/** The migrations that come with this version, the first one first. */
function readOwn(): Promise<string[]> {
  own ??= readdir(MIGRATIONS, { withFileTypes: true }).then((entries) =>
    entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
  )
  return own
}
