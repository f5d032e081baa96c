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

const CREATES = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"(?<index>\w+)" ON /
const DROPS = /^DROP INDEX CONCURRENTLY (?:IF EXISTS )?"(?<index>\w+)"$/

/** Builds or drops the indexes of a migration, those that an interrupted try has left undone, and records it. */
export async function buildIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.script)) {
    const [created, dropped] = [CREATES, DROPS].map((pattern) => pattern.exec(statement)?.groups?.index)
    const index = created ?? dropped
    if (index === undefined)
      throw new Error(
        `"${statement.slice(0, 60)}" cannot be repeated: a script with CONCURRENTLY holds CREATE and DROP INDEX CONCURRENTLY alone`,
      )
    let state = await stateOf(client, index)
    // What an interrupted build has left nobody reads, and all that write keep it up.
    if (created && state === 'invalid') {
      await client.query(`DROP INDEX CONCURRENTLY "${index}"`)
      state = 'missing'
    }
    if ((state === 'missing') === (created !== undefined)) await client.query(statement)
  }
  await inTransaction(client, () => recordApplied(client, migration))
}

async function stateOf(client: pg.Client, index: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass('"' || $1 || '"')`,
    [index],
  )
  if (!rows[0]) return 'missing'
  return rows[0].isValid ? 'valid' : 'invalid'
}
