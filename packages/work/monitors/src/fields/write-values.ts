import type { Queryable } from '@gleaner/db'
import type { TakenCheck } from '../checks/claim-check.ts'

/** Values of a page's fields, by their names. */
export type FieldValues = Readonly<Record<string, string | number | boolean | null>>

/** Writes those values of a page that are others than before, in the caller's transaction; may be repeated. */
export async function writeValues(
  sql: Queryable,
  { monitorId, accountId }: Pick<TakenCheck, 'monitorId' | 'accountId'>,
  key: Buffer,
  values: FieldValues,
): Promise<void> {
  const names = Object.keys(values)
  const texts = names.map((name) => JSON.stringify(values[name]))
  await sql.query(
    `UPDATE monitor_value AS open SET ended_at = now() FROM unnest($3::text[], $4::text[]) AS seen(name, value)
     WHERE open.monitor_id = $1 AND open.key = $2 AND open.name = seen.name AND open.ended_at IS NULL AND open.value <> seen.value`,
    [monitorId, key, names, texts],
  )
  await sql.query(
    `INSERT INTO monitor_value (monitor_id, key, account_id, name, value)
     SELECT $1, $2, $5, name, value FROM unnest($3::text[], $4::text[]) AS seen(name, value) ON CONFLICT DO NOTHING`,
    [monitorId, key, names, texts, accountId],
  )
}
