import { addApiKey, createAccount, findAccountByEmail } from '@gleaner/accounts'
import { createBalance, deposit, readBalance } from '@gleaner/billing'
import type { Pool } from '@gleaner/db'
import { createPrisma } from '@gleaner/db/client'
import type { Secrets } from './secrets.ts'

/** 1,000 dollars; filled up again at a start that finds less than 10. */
const BALANCE_MICROS = 1_000_000_000n
const LOW_MICROS = 10_000_000n

/**
 * Opens the development account with its keys and a balance. Enterprise, so that a developer meets no rate limit
 * unasked. Every step may run again: a start that was cut short is completed by the next one.
 */
export async function seedAccount(
  pool: Pool,
  secrets: Pick<Secrets, 'user' | 'api_key' | 'test_key'>,
): Promise<void> {
  const prisma = createPrisma(pool)
  const { id } =
    (await findAccountByEmail(prisma, secrets.user.email)) ??
    (await createAccount(prisma, { name: 'Development', enterprise: true, ...secrets.user }))
  await addApiKey(prisma, id, 'Development', secrets.api_key)
  await addApiKey(prisma, id, 'Development (test)', secrets.test_key)
  await createBalance(pool, id)
  const { availableMicros, heldMicros } = await readBalance(pool, id)
  const owned = availableMicros + heldMicros
  if (owned < LOW_MICROS) await deposit(pool, id, BALANCE_MICROS - owned, 'development balance')
}
