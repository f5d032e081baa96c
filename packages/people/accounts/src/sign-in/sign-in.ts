import type { ApiError, Login, SignedIn } from '@gleaner/contracts'
import { needsRehash } from '@gleaner/security/password'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import type { AccountsContext } from '../context.ts'
import { findUser, type UserRow } from '../users/find-user.ts'
import { hashUserPassword } from '../users/passwords.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { isRightGuess } from './guess-password.ts'
import { noteNetwork } from './known-networks.ts'

/**
 * Signs a user in. An address that is nobody's costs the same query and the same hash as a wrong password, and gets the same answer:
 * UNAUTHENTICATED. FORBIDDEN for a blocked account, told only to who knows its password. RATE_LIMITED as `isRightGuess` says.
 */
export async function signIn(ctx: AccountsContext, login: Login, network: string): Promise<SignedIn> {
  const user = await findUser(ctx.db.pool, login)
  if (!(await isRightGuess(ctx, user, { ...login, network })) || !user) throw wrongLogin()
  return await signInAs(ctx, user, login.password, network)
}

/** Signs in the user whose password has just been found right. */
export async function signInAs(
  ctx: AccountsContext,
  user: UserRow,
  password: string,
  network: string,
): Promise<SignedIn> {
  if (user.isBlocked) throw blocked()
  const current = needsRehash(user.passwordHash) ? await rehash(ctx, user, password) : user
  const session = await beginSignIn(ctx, ctx.db.pool, current)
  if (!session) throw wrongLogin()
  await noteNetwork(ctx.db.pool, ctx, user.id, network)
  return session
}

/** Stores the hash that today's parameters make. Whoever changes the password meanwhile goes before. */
async function rehash({ db }: AccountsContext, user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashUserPassword(password)
  await db.pool.query('UPDATE app_user SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    user.id,
    user.passwordHash,
    passwordHash,
  ])
  return { ...user, passwordHash }
}

function wrongLogin(): ApiError {
  return unauthenticated(
    'The e-mail address or the password is wrong. POST /auth/forgot-password sets a new password.',
  )
}
