import pg from 'pg'
import { applyMigration } from './migrations/apply-migration.ts'
import { inTransaction } from './migrations/in-transaction.ts'
import { readMigrations } from './migrations/migration-files.ts'
import { takeMigrationLock } from './migrations/migration-lock.ts'
import { readRecords, recordApplied } from './migrations/records.ts'
import { settleUnfinished } from './migrations/unfinished.ts'

export interface MigrateOptions {
  /** Told what is waited for, a line each. */
  say?: (line: string) => void
  /**
   * How long others are waited for, in milliseconds: another process that migrates, or transactions that hold a table. An index that is built
   * while others write (CONCURRENTLY) waits beyond that for transactions that are older.
   */
  patienceMs?: number
}

const PATIENCE_MS = 8 * 60_000

/**
 * Brings the database at `url` up to the newest migration; does nothing when it is there already. Several processes
 * may call it at once: one migrates, the others wait. Returns the names of the migrations it applied.
 *
 * It may be killed at any moment, and called again: a migration and the record of it commit together. Throws when others have been in the
 * way for `patienceMs`, or a script is wrong; what was applied before stays.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const waiting = {
    say: options.say ?? (() => {}),
    giveUpAt: Date.now() + (options.patienceMs ?? PATIENCE_MS),
  }
  const client = await connect(url)
  try {
    await takeMigrationLock(client, waiting)
    const records = await readRecords(client)
    await settleUnfinished(client, records)
    const pending = (await readMigrations()).filter(({ name }) => !records.applied.has(name))
    for (const migration of pending) {
      await applyMigration(client, migration, {
        ...waiting,
        mayBeApplied: records.uncertain.has(migration.name),
      })
    }
    return pending.map(({ name }) => name)
  } finally {
    // Ends what is open on it, and gives the lock back.
    await client.end().catch(() => {})
  }
}

/**
 * Records a migration as applied without running it, for an operator who knows that the database has it. Returns false when it is
 * recorded already. Throws when there is no migration of that name.
 */
export async function recordAsApplied(url: string, name: string): Promise<boolean> {
  const migration = (await readMigrations()).find((one) => one.name === name)
  if (!migration) throw new Error(`There is no migration "${name}".`)
  const client = await connect(url)
  try {
    await takeMigrationLock(client, { say: () => {}, giveUpAt: Date.now() })
    const { applied } = await readRecords(client)
    if (applied.has(name)) return false
    await inTransaction(client, () => recordApplied(client, migration))
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

/** Names of the migrations that the database at `url` lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = await connect(url)
  try {
    const { applied } = await readRecords(client)
    return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name))
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * One connection for the lock and all scripts: the lock is held for as long as the server works on one of them, also when this process is
 * dead. The server looks each second whether it is, and ends the statement.
 */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'gleaner migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => {})
  await client.connect()
  for (const setting of SETTINGS) await client.query(setting).catch(ignoreUnknownSetting)
  return client
}

const SETTINGS = [
  "SET client_connection_check_interval = '1s'",
  "SET tcp_keepalives_idle = '10s'",
  "SET tcp_keepalives_interval = '5s'",
  'SET tcp_keepalives_count = 3',
  "SET idle_session_timeout = '30s'",
  "SET idle_in_transaction_session_timeout = '30s'",
  'SET statement_timeout = 0',
]

/** Older servers, and some systems, lack some. */
function ignoreUnknownSetting(error: unknown): void {
  const state = (error as { code?: string }).code ?? ''
  if (!['42704', '22023'].includes(state)) throw error
}
