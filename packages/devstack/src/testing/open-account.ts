import { addApiKey, createAccount } from '@gleaner/accounts'
import { createBalance, deposit } from '@gleaner/billing'
import type { Pool } from '@gleaner/db'
import { createPrisma } from '@gleaner/db/client'
import { generateApiKey } from '@gleaner/security/api-key'

/** 1,000 dollars. */
const BALANCE_MICROS = 1_000_000_000n

/** Opens one more account with a balance in the database of a running stack; returns its API key. */
export async function openAccount(pool: Pool): Promise<string> {
  const prisma = createPrisma(pool)
  const { key } = generateApiKey('live')
  const { id } = await createAccount(prisma, {
    name: 'Another',
    enterprise: true,
    email: `${key.slice(-12)}@accounts.example`,
    password: key,
  })
  await addApiKey(prisma, id, 'Another', key)
  await createBalance(pool, id)
  await deposit(pool, id, BALANCE_MICROS, 'test balance')
  return key
}
