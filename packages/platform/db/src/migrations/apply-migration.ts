import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { buildIndexes, isConcurrent } from './build-indexes.ts'
import { inTransaction } from './in-transaction.ts'
import type { Migration } from './migration-files.ts'
import type { Waiting } from './migration-lock.ts'
import { recordApplied } from './records.ts'

/** Who waits for a table makes all wait that come after: a migration waits no longer, and comes again. */
const LOCK_TIMEOUT_MS = 2_000
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000]

export interface ApplyOptions extends Waiting {
  /** Its end is not known: it is applied, or not. */
  mayBeApplied: boolean
}

/**
 * Applies a migration and records it, in one transaction, or (indexes that are built while others write) so that it may be done twice.
 * Tables that others hold are asked for again and again. Throws what is wrong with the script, with its name, or who is in the way.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { say, giveUpAt, mayBeApplied }: ApplyOptions,
): Promise<void> {
  const apply = isConcurrent(migration.script) ? buildIndexes : applyInTransaction
  for (let attempt = 0; ; attempt++) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (mayBeApplied && IS_APPLIED.has(stateOf(error)))
        return await inTransaction(client, () => recordApplied(client, migration))
      if (!PASSING.has(stateOf(error))) throw new Error(describe(migration, error), { cause: error })
      const inTheWay = await describeOthers(client)
      if (Date.now() >= giveUpAt)
        throw new Error(
          `Migration ${migration.name} waits in vain for tables that others hold: ${inTheWay}.`,
          { cause: error },
        )
      say(`migration ${migration.name} waits for tables that others hold: ${inTheWay}`)
      await sleep(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!)
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    // Sent whole: Postgres cuts it into statements, also where a function's body has semicolons.
    await client.query(migration.script)
    await recordApplied(client, migration)
  })
}

/** SQLSTATEs lock_not_available, deadlock_detected and serialization_failure: rolled back, and tried again. */
const PASSING = new Set(['55P03', '40P01', '40001'])

/** What a script says that has been applied: SQLSTATEs duplicate_table (or index), column, object, function and schema, and undefined_object for what it drops. */
const IS_APPLIED = new Set(['42P07', '42701', '42710', '42723', '42P06', '42704'])

function stateOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

function describe({ name }: Migration, error: unknown): string {
  return `Migration ${name} failed: ${(error as Error).message} (docs/guides/operate.md, Upgrades)`
}

/** The oldest transactions of others: by process id, name, age and what they wait for, no statements. */
async function describeOthers(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('pid %s (%s, %s, for %s s)', pid, COALESCE(NULLIF(application_name, ''), 'no name'), state,
                   round(extract(epoch FROM now() - xact_start))) AS text
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 3`,
  )
  return rows.map(({ text }) => text).join(', ') || 'nobody any more'
}
