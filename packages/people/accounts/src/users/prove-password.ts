import { ApiError } from '@gleaner/contracts'
import type { AccountsContext } from '../context.ts'
import { isRightGuess } from '../sign-in/guess-password.ts'
import { findUser, type UserRow } from './find-user.ts'

/**
 * The user of this id, who shows their password again for what a stolen access token must not do. Throws INVALID_REQUEST that names the
 * field, and RATE_LIMITED as `isRightGuess` does.
 */
export async function provePassword(
  ctx: AccountsContext,
  userId: string,
  { password, network }: { password: string; network: string },
  field: string,
): Promise<UserRow> {
  const user = await findUser(ctx.db.pool, { id: userId })
  if (!user || !(await isRightGuess(ctx, user, { email: user.email, password, network })))
    throw wrongPassword(field)
  return user
}

/** The field of the request in which a password is wrong. Not UNAUTHENTICATED: the caller has signed in. */
export function wrongPassword(field: string): ApiError {
  const message = 'is not your password'
  return new ApiError('INVALID_REQUEST', `${field} ${message}.`, { issues: [{ path: field, message }] })
}
