import { type AccountsContext, findUser, noteMailbox, provePassword, requireCode } from '@gleaner/accounts'
import { recordAudit } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { leaveAllOrganizations } from '@gleaner/organizations'
import { closeAccount, endWorkOfClosed } from './close-account.ts'
import { deletedMail } from './deleted-mail.ts'
import type { EraseContext } from './erase-account.ts'
import { ADDRESS_TABLES } from './tables.ts'

export interface DeletionContext extends Pick<EraseContext, 'jobs' | 'logger'> {
  accounts: AccountsContext
  publicUrl: string
  /** Where the caller is, as `networkKeyOf` names it. */
  network: string
}

interface Confirmation {
  password?: string | undefined
  confirm?: boolean | undefined
  /** Of the second factor, where they have one. */
  code?: string | undefined
}

/**
 * Deletes the account of a user who has signed in and says so, by their password. The user, the e-mail address, keys, sessions and
 * proxies are gone when this commits; what is under way is then ended. The scheduler deletes jobs, pages, files and the rest within seconds
 * (`eraseDeletedAccounts`). Throws CONFLICT for an owner of organizations, RATE_LIMITED as `isRightGuess` says.
 */
export async function deleteAccount(
  ctx: DeletionContext,
  { userId, accountId }: { userId: string; accountId: string },
  confirmation: Confirmation,
): Promise<void> {
  await checkConfirmation(ctx, userId, confirmation)
  await ctx.accounts.db.transaction(async (handles) => {
    await leaveAllOrganizations(handles, userId)
    await forgetUser(ctx, handles, userId)
    await closeAccount(handles, accountId)
    await recordAudit(handles, { accountId, actor: `user:${userId}`, action: 'account.deleted' })
  })
  await endWorkOfClosed(ctx, accountId)
}

async function checkConfirmation(
  { accounts, network }: DeletionContext,
  userId: string,
  { password, confirm, code }: Confirmation,
): Promise<void> {
  const issues = [
    ...(password === undefined
      ? [{ path: 'password', message: 'is required: the password of the account' }]
      : []),
    ...(confirm === true
      ? []
      : [{ path: 'confirm', message: 'must be true: nothing of the account can be brought back' }]),
  ]
  if (password === undefined || issues.length > 0)
    throw new ApiError(
      'INVALID_REQUEST',
      'Deleting an account asks for its password, and for confirm: true.',
      { issues },
    )
  await provePassword(accounts, userId, { password, network }, 'password')
  await requireCode(accounts, userId, code, network)
}

/**
 * Their sessions, mails and password resets go with the user, by foreign keys. What waits for a mail goes before: the scheduler holds it
 * while it writes the mail of the user. Their mailbox stays noted: its free credits are spent.
 */
async function forgetUser(
  { accounts, publicUrl }: DeletionContext,
  { sql }: TransactionHandles,
  userId: string,
): Promise<void> {
  const user = await findUser(sql, { id: userId })
  if (!user) return
  const { email } = user
  for (const table of ADDRESS_TABLES) await sql.query(`DELETE FROM ${table} WHERE email = $1`, [email])
  await sql.query('DELETE FROM app_user WHERE id = $1', [userId])
  await noteMailbox(sql, accounts.secretBox, email)
  await queueMail(sql, accounts.secretBox, deletedMail({ to: email, publicUrl }))
}
