import type { Pool } from '../../pool.ts'
import type { KindOfColumn } from './row-faults.ts'

/** A value of each type that statements return, in SQL. */
const SAMPLES: Record<string, string> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  numeric: '1.5',
  real: '1.5',
  'double precision': '1.5',
  boolean: 'true',
  text: "'a'",
  'character varying': "'a'",
  name: "'a'",
  '"char"': "'a'",
  inet: "'127.0.0.1'",
  uuid: "'018f0000-0000-7000-8000-000000000000'",
  bytea: "'\\x01'",
  'timestamp with time zone': "'2026-01-01Z'",
  regclass: "'pg_class'",
  void: "''",
}
/** What JSON holds, nobody can tell from the type of its column. */
const ANY = new Set(['json', 'jsonb'])

/** What the pool's parsers make of each type. */
export async function readKinds(pool: Pool): Promise<KindOfColumn> {
  const types = Object.keys(SAMPLES)
  const scalars = types.map((type, at) => `CAST(${SAMPLES[type]} AS ${type}) AS s${at}`)
  const lists = types
    .filter((type) => type !== 'void')
    .map((type, at) => `ARRAY[CAST(${SAMPLES[type]} AS ${type})] AS l${at}`)
  const { rows } = await pool.query<Record<string, unknown>>(`SELECT ${[...scalars, ...lists].join(', ')}`)
  const kinds = new Map(
    types.flatMap((type, at) => [
      [type, kindOf(rows[0]![`s${at}`])],
      [`${type}[]`, kindOf(rows[0]![`l${at}`])],
    ]),
  )
  for (const type of ANY) kinds.set(type, 'any').set(`${type}[]`, 'any[]')
  return (type) => kinds.get(type)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value
}
