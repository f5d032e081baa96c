import { ApiError, type Login, type SecondFactorAsked, type SignedIn } from '@gleaner/contracts'
import { needsRehash } from '@gleaner/security/password'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import type { AccountsContext } from '../context.ts'
import { findUnconfirmed } from '../registration/find-unconfirmed.ts'
import { askForCode } from '../second-factor/answer-challenge.ts'
import { hasSecondFactor } from '../second-factor/use-code.ts'
import { findUser, type UserRow } from '../users/find-user.ts'
import { hashUserPassword } from '../users/passwords.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { isRightGuess } from './guess-password.ts'
import { noteNetwork } from './known-networks.ts'
import type { Visitor } from './visitor.ts'

/**
 * Signs a user in. An address that is nobody's costs the same query and the same hash as a wrong password, and gets the same answer:
 * UNAUTHENTICATED. FORBIDDEN for a blocked account and for an address that is not confirmed, told only to who knows its password. RATE_LIMITED as `isRightGuess` says.
 */
export async function signIn(
  ctx: AccountsContext,
  login: Login,
  visitor: Visitor,
): Promise<SignedIn | SecondFactorAsked> {
  const { network } = visitor
  const [user, unconfirmed] = await Promise.all([
    findUser(ctx.db.pool, login),
    findUnconfirmed(ctx.db.pool, login.email),
  ])
  const known = user ?? unconfirmed
  if (!(await isRightGuess(ctx, known, { ...login, network })) || !known) throw wrongLogin()
  if (!user) throw notConfirmed()
  return await signInAs(ctx, user, login.password, visitor)
}

/** Told only to who knows the password that was chosen. */
function notConfirmed(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'This address is not confirmed yet: open the link of the mail that was sent to it. POST /auth/register mails another one.',
  )
}

/** Signs in the user whose password has just been found right, or asks for their second factor. */
export async function signInAs(
  ctx: AccountsContext,
  user: UserRow,
  password: string,
  visitor: Visitor,
): Promise<SignedIn | SecondFactorAsked> {
  if (user.isBlocked) throw blocked()
  const current = needsRehash(user.passwordHash) ? await rehash(ctx, user, password) : user
  if (await hasSecondFactor(ctx.db.pool, user.id)) return await askForCode(ctx, user.id)
  const session = await beginSignIn(ctx, ctx.db.pool, current, visitor)
  if (!session) throw wrongLogin()
  await noteNetwork(ctx.db.pool, ctx, user.id, visitor.network)
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
