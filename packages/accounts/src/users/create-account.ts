import { createBalance, deposit } from '@gleaner/billing'
import { ApiError, uuidv7 } from '@gleaner/contracts'
import { type Database, isUniqueViolation } from '@gleaner/db'
import { apiKeyRow, type NewApiKey } from '../api-keys/new-api-key.ts'
import { hashUserPassword } from './passwords.ts'

export interface NewAccount {
  name: string
  /** Of its first user, who signs in with them; the address as `normalizeEmail` makes it. */
  email: string
  password: string
  enterprise?: boolean
  /** Its first keys. */
  apiKeys?: readonly NewApiKey[]
  /** What its balance begins with. */
  deposit?: { amountMicros: bigint; note: string }
}

/**
 * Creates an account with its first user, keys, balance and deposit: all of it or nothing, as one transaction. Throws
 * CONFLICT when the e-mail address has an account.
 */
export async function createAccount(db: Database, account: NewAccount): Promise<{ id: string }> {
  const { name, email, enterprise = false, apiKeys = [], deposit: first } = account
  const passwordHash = await hashUserPassword(account.password)
  const [id, userId] = [uuidv7(), uuidv7()]
  try {
    await db.transaction(async ({ prisma, sql }) => {
      await prisma.account.create({
        data: {
          id,
          name,
          enterprise,
          users: { create: { id: userId, email, name, passwordHash } },
        },
      })
      await prisma.apiKey.createMany({
        data: apiKeys.map((key) => ({ ...apiKeyRow(key), accountId: id, userId })),
      })
      await createBalance(sql, id)
      if (first) await deposit(sql, id, first.amountMicros, first.note)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'app_user_email_key')) throw error
    throw new ApiError('CONFLICT', 'This e-mail address has an account already.')
  }
  return { id }
}
