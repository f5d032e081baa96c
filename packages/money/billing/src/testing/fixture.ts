import { randomUUID } from 'node:crypto'
import { createPool, type Pool, type Queryable, transaction } from '@gleaner/db'
import { createTestDatabase } from '@gleaner/testkit/database'
import { untilBlocked } from '@gleaner/testkit/until-blocked'
import type { ChargedCall } from '../calls/hold-call.ts'
import { createBalance, deposit } from '../ledger.ts'
import { type NewSpendLimit, setSpendLimit } from '../spend-limits/spend-limits.ts'

/** The billing package on a database of its own. */
export interface BillingFixture {
  pool: Pool
  url: string
  /** An account with a balance in micros. */
  account(micros?: number): Promise<string>
  /** Sets a limit of an account, or of one of its keys. */
  limit(accountId: string, more: Partial<NewSpendLimit>, ownerId?: string): Promise<void>
  /** Does `act` while another transaction, which has done `before`, goes on until `act` waits for it. */
  meanwhile<T>(before: (sql: Queryable) => Promise<unknown>, act: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function createBillingFixture(): Promise<BillingFixture> {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, onError: () => {} })
  return {
    pool,
    url: database.url,
    async account(micros = 0) {
      const id = randomUUID()
      await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'Test'])
      await createBalance(pool, id)
      if (micros > 0) await deposit(pool, id, BigInt(micros), 'test')
      return id
    },
    async limit(accountId, more, ownerId = accountId) {
      const none = { budgetMicros: null, requestLimit: null, resetPeriod: 'daily', enabled: true } as const
      await transaction(pool, (sql) => setSpendLimit(sql, { accountId, ownerId }, { ...none, ...more }))
    },
    async meanwhile(before, act) {
      const connection = await pool.connect()
      try {
        await connection.query('BEGIN')
        await before(connection)
        const acting = act()
        // It may fail before it is waited for.
        acting.catch(() => {})
        await untilBlocked(pool)
        await connection.query('COMMIT')
        return await acting
      } finally {
        connection.release(true)
      }
    },
    async close() {
      await pool.end()
      await database.close()
    },
  }
}

export function callOf(accountId: string, more: Partial<ChargedCall> = {}): ChargedCall {
  return { id: randomUUID(), accountId, apiKeyId: null, kind: 'map', ...more }
}
