import { ApiError, type RegistrationConfirmation, type SignedIn } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import { verifyPassword } from '@gleaner/security/password'
import { storedHash } from '@gleaner/security/stored-hash'
import type { AccountsContext } from '../context.ts'
import { badMailedToken } from '../mailed-links/mailed-token.ts'
import { beginSignIn } from '../sign-in/begin-sign-in.ts'
import { noteNetwork } from '../sign-in/known-networks.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { findUser } from '../users/find-user.ts'
import { openAccount } from './open-account.ts'

/**
 * Opens the account for which a token was mailed, and signs its user in; the token is used up with it, as one transaction. It takes the
 * password of the registration again: somebody else's address could be registered in the hope that its owner presses the button, and
 * the account would then have two who know its password. Throws INVALID_REQUEST for any other token or password (the token then stays
 * good), and CONFLICT when the address has been given an account meanwhile: told only to who reads its mails.
 */
export async function confirmRegistration(
  ctx: AccountsContext,
  { token, password }: RegistrationConfirmation,
  grantMicros: bigint,
  visitor: Visitor,
): Promise<SignedIn> {
  const hash = await pendingPassword(ctx.db.pool, token)
  if (hash !== undefined && !(await verifyPassword(password, hash))) throw wrongPassword()
  return await ctx.db.transaction(async (handles) => {
    const pending = await takePending(handles.sql, token)
    if (!pending)
      throw badMailedToken('If the account is open, sign in; if not, POST /auth/register mails a new one.')
    await openAccount(ctx, handles, { ...pending, grantMicros })
    // Nobody else sees the user yet.
    const user = (await findUser(handles.sql, pending))!
    await noteNetwork(handles.sql, ctx, user.id, visitor.network)
    return (await beginSignIn(ctx, handles.sql, user, visitor))!
  })
}

async function pendingPassword(db: Queryable, token: string): Promise<string | undefined> {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM pending_registration WHERE token_hash = $1 AND ${isAhead('expires_at')}`,
    [storedHash(token)],
  )
  return rows[0]?.hash
}

function wrongPassword(): ApiError {
  const message = 'is not the one of the registration'
  return new ApiError('INVALID_REQUEST', `password ${message}. Register again to choose another.`, {
    issues: [{ path: 'password', message }],
  })
}

interface Pending {
  email: string
  name: string
  passwordHash: string
}

/** The registration, to one of several that bring the same token. */
async function takePending(sql: Queryable, token: string): Promise<Pending | undefined> {
  const { rows } = await sql.query<Pending>(
    `DELETE FROM pending_registration WHERE token_hash = $1 AND ${isAhead('expires_at')}
     RETURNING email, name, password_hash AS "passwordHash"`,
    [storedHash(token)],
  )
  return rows[0]
}
