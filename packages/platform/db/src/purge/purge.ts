import type { Pool } from '../pool.ts'

/** What deletes rows that nobody needs any more, by itself: a task that may be broken off at any moment, and run in several processes. */
export interface Purge {
  /** Names it in metrics and logs. */
  name: string
  /** Works until nothing is left, or until the moment `endAt` of the process's clock has passed. */
  run(db: Pool, endAt: number): Promise<Purged>
}

export interface Purged {
  /** Rows that went or were emptied. */
  rows: number
  /** Nothing was left when it ended. */
  isDone: boolean
}

/** Rows that go by their age. All of them are found by one index, so that what stays costs nothing. */
export interface Expiry {
  name: string
  table: string
  /** The column, or expression, by whose index they are found. */
  by: string
  /** SQL: rows whose `by` lies below go. */
  before: string
  /** SQL condition of that index, where it is partial. */
  where?: string
  /** SQL condition on a row beyond that. It is asked of each row that the index gives: few may fail it. */
  only?: string
  /** SQL of what is changed, where the rows stay. */
  set?: string
}

/** A point in time, in SQL: so many milliseconds ago, by the database's clock. */
export function ago(ms: number): string {
  return `now() - ${ms} * interval '1 millisecond'`
}

/** The least UUID of version 7 that was made so many milliseconds ago, in SQL: ids are in the order of their making. */
export function uuidOf(msAgo: number): string {
  return `(lpad(to_hex((extract(epoch FROM now()) * 1000 - ${msAgo})::bigint), 12, '0') || repeat('0', 20))::uuid`
}

/** Rows of a statement: its locks are held for some ten milliseconds. */
const SLICE = 1_000

/** Deletes what has expired, the oldest first, slice by slice. */
export function expire(expiry: Expiry): Purge {
  return {
    name: expiry.name,
    async run(db, endAt) {
      let rows = 0
      let last: string | undefined
      do {
        const {
          rows: [slice],
        } = await db.query<Slice>(sliceSql(expiry, last !== undefined), last === undefined ? [] : [last])
        const { seen, gone, end } = slice!
        rows += gone
        if (seen < SLICE || (gone === 0 && end === last)) return { rows, isDone: true }
        last = end
      } while (Date.now() < endAt)
      return { rows, isDone: false }
    },
  }
}

interface Slice {
  seen: number
  gone: number
  end: string
}

/** A slice begins where the last one ended: what was deleted before it is not read again, also while an old snapshot keeps it. */
function sliceSql(
  { table, by, before, where = 'true', only = 'true', set }: Expiry,
  isLater: boolean,
): string {
  const change = set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`
  return `
    WITH slice AS MATERIALIZED (
      SELECT ctid AS place, ${by} AS "by", (${only}) AS may_go FROM ${table}
      WHERE ${where} AND ${by} < ${before} ${isLater ? `AND ${by} >= $1` : ''} ORDER BY ${by} LIMIT ${SLICE}
    ), gone AS (
      ${change} WHERE ctid = ANY(ARRAY(SELECT place FROM slice WHERE may_go)) RETURNING 1
    )
    SELECT (SELECT count(*) FROM slice)::int AS seen, (SELECT count(*) FROM gone)::int AS gone,
           (SELECT "by" FROM slice ORDER BY "by" DESC LIMIT 1)::text AS "end"`
}
