import { randomBytes } from 'node:crypto'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { hashUserPassword } from '@gleaner/accounts/users/passwords'
import type { Actor } from '@gleaner/audit-log'
import { fromCredits } from '@gleaner/billing'
import type { TransactionHandles } from '@gleaner/db'
import { generateApiKey } from '@gleaner/security/api-key'

export interface OpenedAccount {
  id: string
  /** Both are shown once. */
  password: string
  key: string
}

/** The password of a user whom the operator gives one, with its hash: costly, so before a transaction. Throws SERVICE_UNAVAILABLE. */
export async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(15).toString('base64url')
  return { password, passwordHash: await hashUserPassword(password) }
}

/** Opens an account with its first user, a balance and a key. Throws CONFLICT for an address that has one. */
export async function openAccountFor(
  both: TransactionHandles,
  actor: Actor,
  account: { email: string; name: string; credits: number; enterprise: boolean },
  { password, passwordHash }: Awaited<ReturnType<typeof newPassword>>,
): Promise<OpenedAccount> {
  const { credits, ...rest } = account
  const { key } = generateApiKey('live')
  const { id } = await insertAccount(both, {
    ...rest,
    passwordHash,
    createdBy: actor,
    apiKeys: [{ name: 'First key', key }],
    ...(credits > 0 && {
      deposit: { amountMicros: BigInt(fromCredits(credits)), note: 'opening balance' },
    }),
  })
  return { id, password, key }
}
