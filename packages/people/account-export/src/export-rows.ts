import type { Queryable } from '@gleaner/db'
import { EXPORTED, type ExportedTable } from './tables.ts'

/**
 * All rows of an account as lines of JSON, slice by slice, without a transaction: whoever takes them slowly holds nothing. Each slice goes on
 * behind the last row of the one before, by the primary key. The last line says how many rows there were.
 */
export async function* exportRows(
  sql: Queryable,
  accountId: string,
): AsyncGenerator<string, void, undefined> {
  const keys = await readKeys(sql)
  let rows = 0
  for (const table of EXPORTED)
    for await (const slice of slicesOf(sql, keys, table, [accountId], 'uuid')) {
      rows += slice.length
      yield slice.map((row) => `{"table":"${row.table}","row":${row.row}}\n`).join('')
    }
  yield `${JSON.stringify({ table: 'end', rows })}\n`
}

interface Row {
  table: string
  /** JSON. */
  row: string
}

type Keys = ReadonlyMap<string, readonly { name: string; type: string }[]>

const AT_ONCE = 200

/** A row as JSON, its primary key, and what its parts name it by. */
interface Slice {
  row: string
  key: string[]
  names: Record<string, string>
}

async function* slicesOf(
  sql: Queryable,
  keys: Keys,
  exported: ExportedTable,
  owners: readonly string[],
  ownerType: 'uuid' | 'text',
): AsyncGenerator<Row[], void, undefined> {
  const { from: table, by, omit = [], atOnce = AT_ONCE, parts = [] } = exported
  const key = keys.get(table)!
  const columns = key.map(({ name }) => `t.${name}`).join(', ')
  const behind = `(${columns}) > (${key.map(({ type }, at) => `($3::text[])[${at + 1}]::${type}`).join(', ')})`
  let last: string[] | null = null
  for (;;) {
    const text = `
      SELECT (to_jsonb(t) - $2::text[])::text AS row, ARRAY[${key.map(({ name }) => `t.${name}::text`)}] AS key,
             jsonb_build_object(${parts.map(({ of = 'id' }) => `'${of}', t.${of}`)}) AS names
      FROM ${table} AS t WHERE t.${by} = ANY($1::${ownerType}[]) AND ${last ? behind : '$3::text[] IS NULL'}
      ORDER BY ${columns} LIMIT ${atOnce}`
    const result: { rows: Slice[] } = await sql.query<Slice>(text, [owners, omit, last])
    const { rows } = result
    if (rows.length > 0) yield rows.map(({ row }) => ({ table, row }))
    for (const part of parts) {
      const { of = 'id' } = part
      const owning = rows.map(({ names }) => names[of]!)
      yield* slicesOf(sql, keys, part, owning, of === 'id' ? 'uuid' : 'text')
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)!.key
  }
}

/** The columns of each table's primary key, in their order. */
async function readKeys(sql: Queryable): Promise<Keys> {
  const { rows } = await sql.query<{ table: string; name: string; type: string }>(
    `SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
     CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.attnum
     WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, k.place`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}
