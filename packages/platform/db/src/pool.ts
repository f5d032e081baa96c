import pg from 'pg'
import { confirmed, isUnanswered } from './confirmed.ts'
import { dropSilent } from './drop-silent.ts'
import { notingUnavailable } from './unavailable.ts'

export type Pool = pg.Pool

/** What runs a query: the pool, or one of its connections inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>

const INT8_OID = 20

export interface PoolOptions {
  url: string
  /** Most connections held at once. */
  max?: number
  /** Longest wait for a free or new connection. Default: 20 s, which a busy machine may take; services set DATABASE_CONNECT_TIMEOUT. */
  connectTimeoutMs?: number
  /** Longest run of one statement; the server ends it. */
  statementTimeoutMs?: number
  /** Told of connections that break without a query to blame; the pool replaces them by itself. */
  onError?: (error: Error) => void
  /** Done with each new connection before anything else. One on which it fails is not used. */
  onConnect?: (connection: Queryable) => Promise<void>
}

/** A pool of connections, which opens anew what breaks or falls silent. `int8` columns arrive as `bigint`, so money is never rounded. */
export function createPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 20_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    // The client's own bound: a server that vanished without closing the connection sends no time-out.
    query_timeout: (options.statementTimeoutMs ?? 15_000) + 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(options.onConnect && {
      onConnect: options.onConnect as (connection: pg.ClientBase) => Promise<void>,
    }),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary'
          ? BigInt
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  const onError = options.onError ?? (() => {})
  pool.on('error', onError)
  // A connection that breaks while somebody holds it, but between two queries, tells it only by its own event, which
  // would end the process if nobody listened. The next query on it fails, and so does its holder.
  pool.on('connect', (connection) => {
    connection.on('error', onError)
    connection.query = notingUnavailable(connection.query.bind(connection)) as typeof connection.query
  })
  dropSilent(pool, options.url)
  pool.query = notingUnavailable(pool.query.bind(pool)) as typeof pool.query
  pool.connect = notingUnavailable(pool.connect.bind(pool)) as typeof pool.connect
  return pool
}

/** What the database's clock says, in milliseconds since 1970. */
export async function readTime(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  return rows[0]!.ms
}

/**
 * Runs one statement that commits by itself. Throws CommitUnknown when its answer was lost; any other error, also that there is no
 * connection, means that nothing was done.
 */
export async function commitStatement<T>(
  pool: Pool,
  statement: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return await withConnection(pool, (connection) => confirmed(() => statement(connection)))
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Throws CommitUnknown when the answer
 * to the commit was lost; any other error means that nothing was done.
 */
export async function transaction<T>(pool: Pool, work: (connection: Queryable) => Promise<T>): Promise<T> {
  return await withConnection(pool, async (connection) => {
    await connection.query('BEGIN')
    let result: T
    try {
      result = await work(connection)
    } catch (error) {
      // A connection that is broken, or on which a statement has not been answered, cannot be told.
      if (!isUnanswered(error)) await connection.query('ROLLBACK')
      throw error
    }
    await confirmed(() => connection.query('COMMIT'))
    return result
  })
}

/** Lends a connection to `work`; one that may be broken is closed afterwards, which rolls back what is open on it. */
export async function withConnection<T>(pool: Pool, work: (connection: Queryable) => Promise<T>): Promise<T> {
  const connection = await pool.connect()
  let isBroken = false
  try {
    return await work(connection)
  } catch (error) {
    isBroken = isUnanswered(error)
    throw error
  } finally {
    connection.release(isBroken)
  }
}
