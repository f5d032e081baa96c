import type { ApiError, SecondFactorAnswer, SecondFactorAsked, SignedIn } from '@gleaner/contracts'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import type { AccountsContext } from '../context.ts'
import { beginSignIn } from '../sign-in/begin-sign-in.ts'
import { noteNetwork } from '../sign-in/known-networks.ts'
import type { Visitor } from '../sign-in/visitor.ts'
import { findUser } from '../users/find-user.ts'
import { CHALLENGE_SECONDS, newChallenge, readChallenge, takeChallenge } from './challenges.ts'
import { isRightCode, wrongCode } from './use-code.ts'

/** What a user whose password is right is answered who has a second factor. */
export async function askForCode({ db }: AccountsContext, userId: string): Promise<SecondFactorAsked> {
  return {
    status: 'second_factor_required',
    message:
      'POST /auth/login/second-factor takes this challenge with a code of the authenticator app, or a recovery code.',
    challenge: await newChallenge(db.pool, 'second_factor', { userId }),
    expires_in: CHALLENGE_SECONDS,
  }
}

/**
 * Signs in the user of a challenge. A wrong code leaves it: INVALID_REQUEST that names the field. Throws UNAUTHENTICATED for a challenge that
 * is none, was answered or has expired, and RATE_LIMITED as `isRightCode` does.
 */
export async function answerChallenge(
  ctx: AccountsContext,
  { challenge, code }: SecondFactorAnswer,
  visitor: Visitor,
): Promise<SignedIn> {
  const { pool } = ctx.db
  const challenged = await readChallenge(pool, 'second_factor', challenge)
  const user = challenged && (await findUser(pool, { id: challenged.userId }))
  if (!user) throw ended()
  if (user.isBlocked) throw blocked()
  if (!(await isRightCode(ctx, user.id, code, visitor.network))) throw wrongCode()
  // Together: who ends all sign-ins meanwhile waits, and ends this one.
  const session = await ctx.db.transaction(async ({ sql }) => {
    if (!(await takeChallenge(sql, 'second_factor', challenge, { userId: user.id }))) return undefined
    return await beginSignIn(ctx, sql, user, visitor)
  })
  if (!session) throw ended()
  await noteNetwork(pool, ctx, user.id, visitor.network)
  return session
}

function ended(): ApiError {
  return unauthenticated(
    'This challenge is not known, was answered or ended, or is older than five minutes; sign in again.',
  )
}
