import type { Pool } from '../pool.ts'
import { type Stuck, takeApart } from '../take-apart.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'

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
  /** Nothing was left when it ended, but for what could not go. */
  isDone: boolean
  /** Why rows could not go, one for each. */
  faults?: unknown[]
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

/** Deletes what has expired, the oldest first, slice by slice. Rows that the database does not let go stay, and keep no others. */
export function expire(expiry: Expiry): Purge {
  return {
    name: expiry.name,
    async run(db, endAt) {
      let rows = 0
      let last: string | null = null
      const stuck: StuckRow[] = []
      const purged = (isDone: boolean) => ({
        rows,
        isDone,
        ...(stuck.length > 0 && { faults: stuck.map(({ fault }) => fault) }),
      })
      do {
        const { seen, gone, end } = await takeSlice(db, expiry, last, stuck)
        rows += gone
        if (seen < SLICE || (gone === 0 && end === last)) return purged(true)
        last = end
      } while (Date.now() < endAt && stuck.length < SLICE)
      return purged(stuck.length >= SLICE)
    },
  }
}

/** A row that could not go, by its place. */
type StuckRow = Stuck<string>

interface Slice {
  seen: number
  gone: number
  end: string | null
}

/** Takes the rows from `last` on, without those that are stuck; piece by piece where the database refuses the whole, and notes which are stuck. */
async function takeSlice(db: Pool, expiry: Expiry, last: string | null, stuck: StuckRow[]): Promise<Slice> {
  const isLater = last !== null
  const bounds = [stuck.map(({ item }) => item), ...(isLater ? [last] : [])]
  try {
    return (await db.query<Slice>(takeSql(expiry, isLater), bounds)).rows[0]!
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
  }
  const { rows } = await db.query<{ place: string; by: string }>(
    `SELECT place::text, "by"::text FROM (${sliceSql(expiry, isLater)}) AS slice`,
    bounds,
  )
  const statement = goSql(expiry, `ctid = ANY($1::tid[]) AND ${mayGo(expiry)}`)
  let gone = 0
  const take = async (places: readonly string[]) => {
    gone += (await db.query(statement, [places])).rowCount ?? 0
  }
  const places = rows.map(({ place }) => place)
  stuck.push(...(await takeApart(places, take)))
  return { seen: rows.length, gone, end: rows.at(-1)?.by ?? null }
}

/** A slice begins where the last one ended: what was deleted before it is not read again, also while an old snapshot keeps it. */
function sliceSql({ table, by, before, where = 'true', only = 'true' }: Expiry, isLater: boolean): string {
  return `
    SELECT ctid AS place, ${by} AS "by", (${only}) AS may_go FROM ${table}
    WHERE ${where} AND ${by} < ${before} ${isLater ? `AND ${by} >= $2` : ''} AND ctid <> ALL($1::tid[])
    ORDER BY ${by} LIMIT ${SLICE}`
}

/** It is asked again of a row that is taken by its place, where another may stand by then. */
function mayGo({ by, before, where = 'true', only = 'true' }: Expiry): string {
  return `${where} AND ${by} < ${before} AND (${only})`
}

function goSql({ table, set }: Expiry, which: string): string {
  return `${set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`} WHERE ${which}`
}

function takeSql(expiry: Expiry, isLater: boolean): string {
  return `
    WITH slice AS MATERIALIZED (${sliceSql(expiry, isLater)}), gone AS (
      ${goSql(expiry, 'ctid = ANY(ARRAY(SELECT place FROM slice WHERE may_go))')} RETURNING 1
    )
    SELECT (SELECT count(*) FROM slice)::int AS seen, (SELECT count(*) FROM gone)::int AS gone,
           (SELECT "by" FROM slice ORDER BY "by" DESC LIMIT 1)::text AS "end"`
}
