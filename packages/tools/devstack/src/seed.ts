import { addApiKey, createAccount, findAccountByEmail } from '@gleaner/accounts'
import { deposit, readBalance } from '@gleaner/billing'
import type { Database } from '@gleaner/db'
import { setOperator } from '@gleaner/operator'
import type { Secrets } from './secrets.ts'

/** 1,000 dollars; filled up again at a start that finds less than 10. */
const BALANCE_MICROS = 1_000_000_000n
const LOW_MICROS = 10_000_000n

/**
 * Opens the development account with its keys and a balance. Enterprise, so that a developer meets no rate limit
 * unasked, and an operator. Every step may run again: a start that was cut short is completed by the next one.
 */
export async function seedAccount(
  db: Database,
  secrets: Pick<Secrets, 'user' | 'api_key' | 'test_key'>,
): Promise<void> {
  const { id } =
    (await findAccountByEmail(db, secrets.user.email)) ??
    (await createAccount(db, { name: 'Development', enterprise: true, ...secrets.user }))
  // Whoever runs the stack on their machine is its operator as well.
  await db.transaction((both) => setOperator(both, 'system', secrets.user.email, true))
  await addApiKey(db, id, { name: 'Development', key: secrets.api_key })
  await addApiKey(db, id, { name: 'Development (test)', key: secrets.test_key })
  const { availableMicros, heldMicros } = await readBalance(db.pool, id)
  const owned = availableMicros + heldMicros
  if (owned < LOW_MICROS) await deposit(db.pool, id, BALANCE_MICROS - owned, 'development balance')
}
