import { randomUUID } from 'node:crypto'
import { auditLedger, createBalance, readBalance } from '@gleaner/billing'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Fact, type Reversal, settleCheckout } from './settle-checkout.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url })
})
afterAll(async () => {
  expect(await auditLedger(pool)).toEqual([])
  await pool.end()
  await database.close()
})

/** An account that has paid 2,000 cents. */
async function paid(): Promise<{ accountId: string; tell(fact: Fact): Promise<unknown> }> {
  const [accountId, id] = [randomUUID(), randomUUID()]
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [accountId, 'Test'])
  await createBalance(pool, accountId)
  await pool.query(
    `INSERT INTO checkout (id, account_id, provider, amount_cents, currency, expires_at)
     VALUES ($1, $2, 'development', 2000, 'usd', now() + interval '1 hour')`,
    [id, accountId],
  )
  const tell = (fact: Fact) => transaction(pool, (sql) => settleCheckout(sql, id, fact))
  expect(await tell({ kind: 'paid', payment: `pi_${accountId}`, amountCents: 2_000, currency: 'usd' })).toBe(
    'applied',
  )
  return { accountId, tell }
}

const reversal = (accountId: string, type: Reversal['type'], more: Partial<Reversal>): Fact => ({
  kind: 'reversed',
  id: `${type}_${randomUUID()}`,
  type,
  payment: `pi_${accountId}`,
  amountCents: 500,
  currency: 'usd',
  withdrawn: true,
  returned: false,
  ...more,
})
const centsOf = async (accountId: string) =>
  Number((await readBalance(pool, accountId)).availableMicros) / 10_000

test.each(['refund', 'dispute'] as const)(
  'the amount of a %s that was withdrawn stays, whatever is told of it later',
  async (type) => {
    const { accountId, tell } = await paid()
    const id = `${type}_1_${accountId}`
    await tell(reversal(accountId, type, { id }))
    expect(await centsOf(accountId)).toBe(1_500)
    await tell(reversal(accountId, type, { id, amountCents: 1_900 }))
    expect(await centsOf(accountId)).toBe(1_500)
    // What comes back is what had gone.
    await tell(reversal(accountId, type, { id, amountCents: 1_900, returned: true }))
    expect(await centsOf(accountId)).toBe(2_000)
    await tell(reversal(accountId, type, { id, amountCents: 1, returned: true }))
    expect(await centsOf(accountId)).toBe(2_000)
  },
)

test('the amount of one that is not withdrawn yet is the one told with its withdrawal', async () => {
  const { accountId, tell } = await paid()
  const id = `dispute_2_${accountId}`
  await tell(reversal(accountId, 'dispute', { id, withdrawn: false, amountCents: 300 }))
  expect(await centsOf(accountId)).toBe(2_000)
  await tell(reversal(accountId, 'dispute', { id, amountCents: 700 }))
  expect(await centsOf(accountId)).toBe(1_300)
})
