import { ApiError, type Registration, type SecondFactorAsked, type SignedIn } from '@gleaner/contracts'
import type { AccountsContext } from '../context.ts'
import { openAccount } from '../registration/open-account.ts'
import { isRightGuess } from '../sign-in/guess-password.ts'
import { signInAs } from '../sign-in/sign-in.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { findUser, type UserRow } from './find-user.ts'
import { hashUserPassword } from './passwords.ts'

/**
 * Opens an account and signs its user in. An address that has an account already is signed in when the password is its own: so a
 * request whose answer was lost may be repeated. Throws CONFLICT when it is not: `docs/decisions/0022-registration.md` says what
 * that tells. RATE_LIMITED as `isRightGuess` says.
 */
export async function register(
  ctx: AccountsContext,
  { email, password, name = nameOf(email) }: Registration,
  grantMicros: bigint,
  visitor: Visitor,
): Promise<SignedIn | SecondFactorAsked> {
  const { network } = visitor
  const opened = (await findUser(ctx.db.pool, { email })) ? undefined : await open()
  if (opened) return await signInAs(ctx, opened, password, visitor)
  const known = await findUser(ctx.db.pool, { email })
  if (!(await isRightGuess(ctx, known, { email, password, network })) || !known) throw taken()
  return await signInAs(ctx, known, password, visitor)

  /** The new account's user; undefined when somebody else was faster. */
  async function open(): Promise<UserRow | undefined> {
    try {
      const passwordHash = await hashUserPassword(password)
      await ctx.db.transaction((handles) =>
        openAccount(ctx, handles, { name, email, passwordHash, grantMicros }),
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') return undefined
      throw error
    }
    return await findUser(ctx.db.pool, { email })
  }
}

function taken(): ApiError {
  return new ApiError(
    'CONFLICT',
    'No account can be opened with this e-mail address. If it is yours, sign in with POST /auth/login, or set a new password with POST /auth/forgot-password.',
  )
}

/** What stands before the @, as people see it in lists. */
export function nameOf(email: string): string {
  return email.slice(0, email.indexOf('@'))
}
