import type { Queryable } from '@gleaner/db'
import pg from 'pg'

/** What stands in a column that must have something and was given nothing, by its type: SQL. `n` counts the rows. */
const FILLERS: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  boolean: 'false',
  integer: '0',
  bigint: '0',
  'double precision': '0',
  bytea: "decode(md5(random()::text), 'hex')",
  json: "'{}'",
  jsonb: "'{}'",
  date: "'2000-01-01'::date + n",
  ARRAY: "'{}'",
  'timestamp with time zone': 'now()',
}

/**
 * Inserts rows into a table, whatever its columns are: `values` are SQL expressions by column, which may use `n`, 1 and up; what else a
 * row must have is made up. See `allowAnyRow` for what a row would have to refer to.
 */
export async function insertRows(
  sql: Queryable,
  table: string,
  values: Record<string, string> = {},
  rows = 1,
): Promise<void> {
  const { rows: columns } = await sql.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND NOT column_name = ANY($2)`,
    [table, Object.keys(values)],
  )
  const made = Object.fromEntries(columns.map(({ name, type }) => [name, FILLERS[type]!]))
  const all = { ...made, ...values }
  await sql.query(
    `INSERT INTO ${table} (${Object.keys(all).join(', ')}) SELECT ${Object.values(all).join(', ')} FROM generate_series(1, ${rows}) AS n`,
  )
}

/** Switches foreign keys and triggers off, for all connections that are opened to a test's database after this. */
export async function allowAnyRow(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT current_database() AS name')
  await client.query(`ALTER DATABASE ${rows[0].name} SET session_replication_role = 'replica'`)
  await client.end()
}
