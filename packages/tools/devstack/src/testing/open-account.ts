import { createAccount } from '@gleaner/accounts'
import { createDatabase, type Pool } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'

/** 1,000 dollars. */
const BALANCE_MICROS = 1_000_000_000n

/** 4 dollars: below what lifts the limits of a free account. */
const FREE_BALANCE_MICROS = 4_000_000n

/** Opens one more account with a balance in the database of a running stack; returns its API key. `isFree`: with the limits of a free one. */
export async function openAccount(pool: Pool, { isFree = false } = {}): Promise<string> {
  const { key } = generateApiKey('live')
  const db = createDatabase(pool)
  // Prisma loads itself with its first query: on a busy machine for longer than a transaction waits.
  await (await db.prisma()).$queryRaw`SELECT 1`
  await createAccount(db, {
    name: 'Another',
    enterprise: !isFree,
    email: `${key.slice(-12)}@accounts.example`,
    password: key,
    apiKeys: [{ name: 'Another', key }],
    deposit: { amountMicros: isFree ? FREE_BALANCE_MICROS : BALANCE_MICROS, note: 'test balance' },
  })
  return key
}
