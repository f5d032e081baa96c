import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { Database, Queryable } from '@gleaner/db'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'
import type { SealedColumn } from './sealed-columns.ts'

/** Values that a transaction opens and seals: some megabytes at most, and a fraction of a second. */
const BATCH = 500

interface Value {
  key: Record<string, string>
  sealed: Buffer
}

/**
 * Seals whatever older keys have sealed in a column with the newest one, a bounded batch at a time, and returns how many values. A run
 * that is broken off is simply begun again: what is done no longer counts as old. A value that changes meanwhile is left as it has
 * become; one that no key opens is left as it is.
 */
export async function resealColumn(
  db: Database,
  secretBox: SecretBox,
  column: SealedColumn,
  actor: Actor,
): Promise<number> {
  let resealed = 0
  let last: Record<string, string> | undefined
  for (;;) {
    const values = await readOld(db.pool, secretBox, column, last)
    const renewed = values.flatMap((value) => renew(secretBox, column, value) ?? [])
    if (renewed.length > 0) {
      resealed += await db.transaction(async (both) => {
        const rows = await writeRenewed(both.sql, column, renewed)
        const target = `${column.table}.${column.column}`
        const details = { rows, key: secretBox.keyIds[0] }
        const entry = { accountId: null, actor, action: 'secrets.resealed', target, details }
        if (rows > 0) await recordAudit(both, entry)
        return rows
      })
    }
    if (values.length < BATCH) return resealed
    last = values.at(-1)!.key
  }
}

/** The next values that the newest key has not sealed, in the order of their keys. */
async function readOld(
  db: Queryable,
  secretBox: SecretBox,
  { table, column, key, where = 'true' }: SealedColumn,
  last: Record<string, string> | undefined,
): Promise<Value[]> {
  const names = Object.keys(key)
  const places = names.map((name, at) => `$${at + 3}::${key[name]}`)
  const { rows } = await db.query<Record<string, string> & { sealed: Buffer }>(
    `SELECT ${names.map((name) => `${name}::text`).join(', ')}, ${column} AS sealed FROM ${table}
     WHERE ${column} IS NOT NULL AND ${where} AND ${keyIdOf(column)} <> $1
       ${last ? `AND (${names.join(', ')}) > (${places.join(', ')})` : ''}
     ORDER BY ${names.map((name) => `${table}.${name}`).join(', ')} LIMIT $2`,
    [secretBox.keyIds[0], BATCH, ...(last ? names.map((name) => last[name]!) : [])],
  )
  return rows.map(({ sealed, ...values }) => ({ key: values as Record<string, string>, sealed }))
}

function renew(secretBox: SecretBox, { context }: SealedColumn, { key, sealed }: Value) {
  try {
    const bound = context(key)
    return { key, sealed, renewed: secretBox.seal(secretBox.open(sealed, bound), bound) }
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}

async function writeRenewed(
  sql: Queryable,
  { table, column, key }: SealedColumn,
  values: readonly (Value & { renewed: Uint8Array })[],
): Promise<number> {
  const names = Object.keys(key)
  const arrays = names.map((name, at) => `$${at + 3}::${key[name]}[]`)
  const { rowCount } = await sql.query(
    `UPDATE ${table} SET ${column} = n.renewed
     FROM unnest($1::bytea[], $2::bytea[], ${arrays.join(', ')}) AS n(sealed, renewed, ${names.join(', ')})
     WHERE ${names.map((name) => `${table}.${name} = n.${name}`).join(' AND ')} AND ${table}.${column} = n.sealed`,
    [
      values.map(({ sealed }) => sealed),
      values.map(({ renewed }) => Buffer.from(renewed)),
      ...names.map((name) => values.map((value) => value.key[name])),
    ],
  )
  return rowCount ?? 0
}

/** How many values each key has sealed, over all columns. */
export async function countByKey(
  db: Queryable,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column, where = 'true' } of columns) {
    const { rows } = await db.query<{ key: string; count: number }>(
      `SELECT ${keyIdOf(column)} AS key, count(*)::int AS count FROM ${table}
       WHERE ${column} IS NOT NULL AND ${where} GROUP BY 1`,
    )
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** SQL: the id of the key that sealed a value (the format stands in packages/platform/security/src/secret-box.ts). */
function keyIdOf(column: string): string {
  return `encode(substring(${column} FROM 3 FOR get_byte(${column}, 1)), 'escape')`
}
