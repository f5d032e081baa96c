import { type Actor, recordAudit } from '@gleaner/audit-log'
import { createBalance, deposit } from '@gleaner/billing'
import { ApiError, uuidv7 } from '@gleaner/contracts'
import { type Database, isUniqueViolation, type TransactionHandles } from '@gleaner/db'
import { apiKeyRow, type NewApiKey } from '../api-keys/new-api-key.ts'
import { refuseReserved } from '../profile/change-email.ts'
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
  /** Who opens it, for the audit log; absent when its user does. */
  createdBy?: Actor
}

/**
 * Creates an account with its first user, keys, balance and deposit: all of it or nothing, as one transaction. Throws
 * CONFLICT when the e-mail address has an account.
 */
export async function createAccount(db: Database, account: NewAccount): Promise<{ id: string }> {
  const { password, ...rest } = account
  const passwordHash = await hashUserPassword(password)
  return await db.transaction((handles) => insertAccount(handles, { ...rest, passwordHash }))
}

/** The same in a transaction that is under way, which cannot go on after a CONFLICT. */
export async function insertAccount(
  handles: TransactionHandles,
  account: Omit<NewAccount, 'password'> & { passwordHash: string },
): Promise<{ id: string }> {
  const { prisma, sql } = handles
  const { name, email, passwordHash, enterprise = false, apiKeys = [], deposit: first, createdBy } = account
  await refuseReserved(sql, email)
  const [id, userId] = [uuidv7(), uuidv7()]
  const users = { create: { id: userId, email, name, passwordHash } }
  await prisma.account.create({ data: { id, name, enterprise, users } }).catch(refuseTaken)
  await prisma.apiKey.createMany({
    data: apiKeys.map((key) => ({ ...apiKeyRow(key), accountId: id, userId })),
  })
  await createBalance(sql, id)
  if (first) await deposit(sql, id, first.amountMicros, first.note)
  const details = { enterprise, deposit_micros: Number(first?.amountMicros ?? 0n) }
  const entry = { accountId: id, action: 'account.created', target: `account:${id}`, details }
  // The scheduler notes its mailbox, which has had its free credits.
  if (createdBy) {
    await sql.query('UPDATE mailbox_key SET all_noted_at = NULL')
    await recordAudit(handles, { ...entry, actor: createdBy })
  }
  return { id }
}

function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'app_user_email_key')) throw error
  throw new ApiError('CONFLICT', 'This e-mail address has an account already.')
}
