import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { PasswordChange, PasswordResetForm, SignedIn } from '@gleaner/contracts'
import { isAhead, type Queryable, type TransactionHandles } from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { storedHash } from '@gleaner/security/stored-hash'
import type { AccountsContext } from '../context.ts'
import { badMailedToken } from '../mailed-links/mailed-token.ts'
import { requireCode } from '../second-factor/use-code.ts'
import { beginSignIn, endSignInsOf } from '../sign-in/begin-sign-in.ts'
import { forgetNetworks, noteNetwork } from '../sign-in/known-networks.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { findUser, type UserRow } from '../users/find-user.ts'
import { hashUserPassword } from '../users/passwords.ts'
import { provePassword, wrongPassword } from '../users/prove-password.ts'
import { passwordChangedMail } from './mails.ts'

const ASK_AGAIN = 'POST /auth/forgot-password mails a new one.'

/**
 * Sets the password of the user to whom a token was mailed, and ends all their sessions. The network that this comes from is known from here
 * on, and no other. Throws INVALID_REQUEST for any other token.
 */
export async function resetPassword(
  ctx: AccountsContext,
  { token, password }: PasswordResetForm,
  { publicUrl, network }: From,
): Promise<void> {
  // Before the costly hash: a token is no secret that could be guessed.
  const userId = await ownerOf(ctx.db.pool, token)
  if (!userId) throw badMailedToken(ASK_AGAIN)
  const passwordHash = await hashUserPassword(password)
  await ctx.db.transaction(async (handles) => {
    const user = await lockUser(handles.sql, userId)
    if (!user || !(await useToken(handles.sql, userId, token))) throw badMailedToken(ASK_AGAIN)
    await setPassword(ctx, handles, user, {
      passwordHash,
      publicUrl,
      network,
      action: 'password.reset',
      actor: 'system',
    })
  })
}

/**
 * Sets the password of a user who has signed in, knows the present one, and shows a code where they have a second factor. Ends all sessions and begins a new one. RATE_LIMITED as
 * `isRightGuess` says: who has stolen a session guesses no faster than anybody.
 */
export async function changePassword(
  ctx: AccountsContext,
  userId: string,
  { current_password, new_password, code }: PasswordChange,
  { publicUrl, visitor }: { publicUrl: string; visitor: Visitor },
): Promise<SignedIn> {
  const { network } = visitor
  const user = await provePassword(ctx, userId, { password: current_password, network }, 'current_password')
  await requireCode(ctx, userId, code, network)
  const passwordHash = await hashUserPassword(new_password)
  const who = { action: 'password.changed', actor: `user:${userId}` } as const
  const change = { passwordHash, publicUrl, network, ...who }
  const session = await ctx.db.transaction(async (handles) => {
    const isCurrent = await setPassword(ctx, handles, user, change)
    return isCurrent ? await beginSignIn(ctx, handles.sql, { ...user, passwordHash }, visitor) : undefined
  })
  if (!session) throw wrongPassword('current_password')
  return session
}

/** Where callers reach the service, and the network that one of them asks from. */
interface From {
  publicUrl: string
  network: string
}

interface Change extends From {
  passwordHash: string
  action: string
  actor: Actor
}

/** False, and nothing is done, when the password is not the one that was read any more. */
async function setPassword(
  ctx: AccountsContext,
  handles: TransactionHandles,
  { id, accountId, email, passwordHash: former }: UserRow,
  { passwordHash, publicUrl, network, action, actor }: Change,
): Promise<boolean> {
  const { sql } = handles
  // The user's row goes first, here as in a reset: a session that begins at this moment waits for it, or is there to be ended.
  const { rowCount } = await sql.query(
    'UPDATE app_user SET password_hash = $3, password_version = password_version + 1 WHERE id = $1 AND password_hash = $2',
    [id, former, passwordHash],
  )
  if (rowCount === 0) return false
  await endSignInsOf(sql, id)
  await forgetNetworks(sql, id)
  await noteNetwork(sql, ctx, id, network)
  await sql.query('UPDATE password_reset SET token_hash = NULL WHERE user_id = $1', [id])
  await queueMail(sql, ctx.secretBox, { ...passwordChangedMail({ to: email, publicUrl }), userId: id })
  await recordAudit(handles, { accountId, actor, action, target: `user:${id}` })
  return true
}

async function ownerOf(db: Queryable, token: string): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM password_reset WHERE token_hash = $1 AND ${isAhead('expires_at')}`,
    [storedHash(token)],
  )
  return rows[0]?.userId
}

/** The user as they are once no other change of theirs is under way. */
async function lockUser(sql: Queryable, id: string): Promise<UserRow | undefined> {
  await sql.query('SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [id])
  return await findUser(sql, { id })
}

/** True for one of several that bring the same token. */
async function useToken(sql: Queryable, userId: string, token: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE password_reset SET token_hash = NULL WHERE user_id = $1 AND token_hash = $2 AND ${isAhead('expires_at')}`,
    [userId, storedHash(token)],
  )
  return rowCount === 1
}
