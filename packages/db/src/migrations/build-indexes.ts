import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Migration } from './migration-files.ts'
import { recordApplied } from './records.ts'

/**
 * A script that builds or drops indexes while others write. Postgres does so outside of transactions only: such a script holds nothing
 * else, and each of its statements may be run twice.
 */
export function isConcurrent(script: string): boolean {
  return /\bCONCURRENTLY\b/i.test(withoutComments(script))
}

/** Its statements; they have no bodies, so a semicolon ends each. */
export function statementsOf(script: string): string[] {
  return withoutComments(script)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

export function withoutComments(script: string): string {
  return script.replaceAll(/--.*$/gm, '')
}

const CREATES = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(?<index>\w+)" ON /
const DROPS = /^DROP INDEX CONCURRENTLY IF EXISTS "\w+"$/

/** Builds the indexes of a migration, anew where one was begun and not ended, and records it. */
export async function buildIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.script)) {
    const index = CREATES.exec(statement)?.groups?.index
    if (index === undefined && !DROPS.test(statement))
      throw new Error(`"${statement.slice(0, 60)}" cannot be repeated: see docs/operations.md, Upgrades`)
    if (index !== undefined) await dropInvalid(client, index)
    await client.query(statement)
  }
  await inTransaction(client, () => recordApplied(client, migration))
}

/** What an interrupted build has left: nobody reads it, and all that write keep it up. */
async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('"' || $1 || '"') AND NOT indisvalid`,
    [index],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
}
