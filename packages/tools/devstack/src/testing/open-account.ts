import { createAccount } from '@gleaner/accounts'
import { createDatabase, type Pool } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'

/** 1,000 dollars. */
const BALANCE_MICROS = 1_000_000_000n

/** Opens one more account with a balance in the database of a running stack; returns its API key. */
export async function openAccount(pool: Pool): Promise<string> {
  const { key } = generateApiKey('live')
  await createAccount(createDatabase(pool), {
    name: 'Another',
    enterprise: true,
    email: `${key.slice(-12)}@accounts.example`,
    password: key,
    apiKeys: [{ name: 'Another', key }],
    deposit: { amountMicros: BALANCE_MICROS, note: 'test balance' },
  })
  return key
}
