import type { Prisma, PrismaClient } from './client.ts'
import { CommitUnknown } from './commit-unknown.ts'
import type { Pool, Queryable } from './pool.ts'
import { createSharedConnections } from './shared-connections.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/**
 * A service's Postgres: Prisma for everyday rows (accounts, users, keys, proxies), SQL for jobs and money and for the
 * few reads that every request makes. Both use the connections of one pool.
 */
export interface Database {
  readonly pool: Pool
  /** The Prisma client, loaded when it is first asked for: a service that needs none does not pay for it. */
  prisma(): Promise<PrismaClient>
  /**
   * Runs `work` in one transaction of both: committed when it returns, rolled back when it throws. Throws CommitUnknown
   * when the answer to the commit was lost; any other error means that nothing was done.
   */
  transaction<T>(work: (both: TransactionHandles) => Promise<T>): Promise<T>
}

/** One transaction, for either way of writing. Neither can be used once it has ended. */
export interface TransactionHandles {
  prisma: Prisma.TransactionClient
  sql: Queryable
}

/** Longer than the pool waits for a connection, and than the server lets one statement run. */
const LIMITS = { maxWait: 5_000, timeout: 20_000 }

export function createDatabase(pool: Pool): Database {
  const shared = createSharedConnections(pool)
  let loading: Promise<PrismaClient> | undefined

  function prisma(): Promise<PrismaClient> {
    loading ??= import('./client.ts').then(({ createPrisma }) => createPrisma(shared.pool))
    return loading
  }

  return {
    pool,
    prisma,
    async transaction(work) {
      const client = await prisma()
      let isDone = false
      try {
        return await shared.withNext((sql) =>
          client.$transaction(async (transaction) => {
            const result = await work({ prisma: transaction, sql })
            isDone = true
            return result
          }, LIMITS),
        )
      } catch (error) {
        throw isDone && isDatabaseUnavailable(error) ? new CommitUnknown(error) : error
      }
    },
  }
}
