import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { isUnanswered } from './confirmed.ts'
import type { Pool, Queryable } from './pool.ts'

/** Lets SQL run on the connection that Prisma has taken for a transaction: Prisma itself does not hand it out. */
export interface SharedConnections {
  /** The same pool, for Prisma. */
  pool: Pool
  /** Runs `work`; `sql` uses the connection that is taken from `pool` meanwhile, until it is given back. */
  withNext<T>(work: (sql: Queryable) => Promise<T>): Promise<T>
}

interface Taken {
  connection?: pg.PoolClient | undefined
  isOver?: boolean
}

export function createSharedConnections(pool: Pool): SharedConnections {
  const taking = new AsyncLocalStorage<Taken>()

  /** Queries outside of transactions take their connections by a callback, and are not concerned. */
  function connect(...[callback]: Parameters<Pool['connect']> | []) {
    const taken = taking.getStore()
    if (callback !== undefined || taken === undefined || taken.connection || taken.isOver)
      return callback ? pool.connect(callback) : pool.connect()
    return pool.connect().then((connection) => share(connection, taken))
  }

  return {
    pool: new Proxy(pool, {
      get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
    }),
    withNext(work) {
      const taken: Taken = {}
      const query = (...query: Parameters<pg.PoolClient['query']>) => {
        if (taken.connection) return taken.connection.query(...query)
        throw new Error('SQL outside of its transaction: it has not begun, or has ended')
      }
      return taking.run(taken, () => work({ query } as unknown as Queryable))
    },
  }
}

/** Prisma gives a broken connection back as if it were whole, and the next query of the pool would fail on it. */
function share(connection: pg.PoolClient, taken: Taken): pg.PoolClient {
  const { query, release } = connection
  let isBroken = false
  taken.connection = connection
  connection.query = (async (...args: Parameters<typeof query>) => {
    try {
      return await query(...args)
    } catch (error) {
      isBroken ||= isUnanswered(error)
      throw error
    }
  }) as unknown as typeof query
  connection.release = (error) => {
    taken.connection = undefined
    taken.isOver = true
    connection.query = query
    release(error ?? isBroken)
  }
  return connection
}
