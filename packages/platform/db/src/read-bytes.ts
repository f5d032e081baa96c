import pg, { type PoolClient } from 'pg'
import { type CopyToStreamQuery, to } from 'pg-copy-streams'
import type { Pool } from './pool.ts'
import { notingUnavailable } from './unavailable.ts'

/**
 * What stands around a first value: signature, flags, an extension's length, the count of fields and the value's length; then the end's
 * mark. Source: Postgres' documentation of COPY, "Binary Format".
 */
const BEFORE = { toLength: 11 + 4 + 4 + 2, toValue: 11 + 4 + 4 + 2 + 4 }

/**
 * The bytes of one `bytea`, as the server sends them; undefined when `select` gives no row. The driver makes a text of every column: of
 * megabytes it is a multiple of their size for the garbage collector, which stops the process. `select` is of one column; COPY takes
 * no parameters, so that `values` are written into it as literals.
 */
export const readBytes = notingUnavailable(
  async (
    pool: Pool,
    select: string,
    values: readonly (string | number)[] = [],
  ): Promise<Buffer | undefined> => {
    const connection = await pool.connect()
    try {
      const sent = await copyOut(connection, withLiterals(select, values))
      connection.release()
      if (sent.length <= BEFORE.toValue) return undefined
      return sent.subarray(BEFORE.toValue, BEFORE.toValue + sent.readInt32BE(BEFORE.toLength))
    } catch (error) {
      connection.release(true)
      throw error
    }
  },
)

async function copyOut(connection: PoolClient, select: string): Promise<Buffer> {
  const copy: CopyToStreamQuery & { callback?: () => void } = connection.query(
    to(`COPY (${select}) TO STDOUT (FORMAT binary)`),
  )
  try {
    return Buffer.concat(await copy.toArray())
  } finally {
    // The driver has set it, and waits for it: this ends the statement's time.
    copy.callback?.()
  }
}

function withLiterals(select: string, values: readonly (string | number)[]): string {
  return select.replaceAll(/\$(\d+)/g, (_, n) => {
    const value = values[n - 1]!
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(value)
  })
}
