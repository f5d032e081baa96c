import { msUntil, type Queryable } from '@gleaner/db'
import { TryLater } from '../errors.ts'
import { isFree, leaseEnd, take } from './lease-sql.ts'

/** Which rows are claimed, and what who claims one is told. */
export interface ClaimedTable<Key extends string> {
  table: string
  /** Its name in the conditions and columns. */
  as: string
  /** The columns of its key, with the name of each in a claim. They are the first parameters of all statements. */
  key: Readonly<Record<string, Key>>
  /** Another table that the columns or the condition need. */
  from?: string
  /** SQL condition on a row that may be claimed, beyond its being free and open. Its parameters come after those of the key. */
  where?: string
  /** SQL: columns of the claimed row. `fence` must be among them. */
  returning: string
}

/** Which claim somebody has: the key of its row, and the number that proves it. */
export type Held<Key extends string> = Readonly<Record<Key, string>> & { readonly fence: number }

export type Claim<Row> =
  | { kind: 'claimed'; row: Row }
  /** Somebody else holds it, for at most so many ms. */
  | { kind: 'held'; ms: number }
  /** There is nothing to do any more: the message that asked for it is stale. */
  | { kind: 'stale' }

export interface Claims<Row, Key extends string> {
  /**
   * SQL condition for each statement that changes the row or ends the work: the claim still holds and the work has not ended. Its parameters
   * are `valuesOf` the claim, the first ones of the statement.
   */
  readonly isMine: string
  valuesOf(claim: Held<Key>): unknown[]
  /** Takes a row, if it is free. `values`: its key, and what `where` needs. */
  take(sql: Queryable, values: readonly unknown[]): Promise<Claim<Row>>
  /** Keeps a claim for another lease. False: it is lost, or the work has ended. */
  renew(sql: Queryable, claim: Held<Key>): Promise<boolean>
  /** Gives a claim back: the row is free at once, and no lease is counted as lost. */
  release(sql: Queryable, claim: Held<Key>): Promise<void>
}

/** The claims of a table's rows (`lease-sql.ts` has its columns). Each step is one statement. */
export function createClaims<Row extends object, Key extends string>(
  claimed: ClaimedTable<Key>,
): Claims<Row, Key> {
  const { table, as, key, from, where, returning } = claimed
  const columns = Object.keys(key)
  const names = Object.values(key)
  const isOpen = [...columns.map((column, at) => `${as}.${column} = $${at + 1}`), `${as}.ended_at IS NULL`]
  const isWanted = [...isOpen, ...(where ? [where] : [])].join(' AND ')
  const isMine = [...isOpen, `${as}.fence = $${columns.length + 1}`].join(' AND ')
  const update = `UPDATE ${table} AS ${as} SET`
  const TAKE = `
    ${update} ${take(as)} ${from ? `FROM ${from}` : ''}
    WHERE ${isWanted} AND ${isFree(as)} RETURNING ${returning}`
  const READ_LEASE = `
    SELECT ${msUntil(`${as}.lease_until`)} AS ms FROM ${[`${table} AS ${as}`, ...(from ? [from] : [])].join(', ')}
    WHERE ${isWanted}`
  const RENEW = `${update} lease_until = ${leaseEnd()} WHERE ${isMine}`
  const RELEASE = `${update} lease_until = NULL WHERE ${isMine}`

  const valuesOf = (claim: Held<Key>) => [...names.map((name) => claim[name]), claim.fence]
  return {
    isMine,
    valuesOf,
    async take(sql, values) {
      const { rows } = await sql.query<Row>(TAKE, [...values])
      if (rows[0]) return { kind: 'claimed', row: rows[0] }
      const held = await sql.query<{ ms: number | null }>(READ_LEASE, [...values])
      // It may have been given back meanwhile.
      return held.rows[0] ? { kind: 'held', ms: held.rows[0].ms ?? 0 } : { kind: 'stale' }
    },
    async renew(sql, claim) {
      return (await sql.query(RENEW, valuesOf(claim))).rowCount === 1
    },
    async release(sql, claim) {
      await sql.query(RELEASE, valuesOf(claim))
    },
  }
}

/** What a message is thrown back with whose work somebody else holds. */
export function onceFree({ ms }: { ms: number }): TryLater {
  return new TryLater(Math.max(100, ms))
}
