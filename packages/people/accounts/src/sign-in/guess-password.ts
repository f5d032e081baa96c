import { ApiError } from '@gleaner/contracts'
import { storedHash } from '@gleaner/security/stored-hash'
import type { AccountsContext } from '../context.ts'
import type { UserRow } from '../users/find-user.ts'
import { isUserPassword } from '../users/passwords.ts'
import { isKnownNetwork } from './known-networks.ts'

/** What somebody who has not signed in says, and the network that it comes from, as `networkKeyOf` names it. */
interface Guess {
  email: string
  password: string
  network: string
}

/**
 * Wrong passwords for one address, from all networks together where its user has not signed in: a person who mistypes, and then so few that
 * guessing from many places leads nowhere.
 */
const WINDOWS = [
  { requests: 10, seconds: 15 * 60 },
  { requests: 50, seconds: 24 * 60 * 60 },
]

/**
 * Whether a guess at the password of a user is right; of nobody it never is, after the same work. Throws RATE_LIMITED, before any work,
 * where the address has been guessed at too often: not in networks that its user has signed in from, so that strangers lock nobody out.
 */
export async function isRightGuess(
  ctx: AccountsContext,
  user: (Pick<UserRow, 'passwordHash'> & Partial<Pick<UserRow, 'id'>>) | undefined,
  { email, password, network }: Guess,
): Promise<boolean> {
  const release = (await isKnownNetwork(ctx, user?.id, network)) ? () => {} : await takeGuess(ctx, email)
  // What was not hashed has told nothing.
  const isRight = await isUserPassword(password, user?.passwordHash).catch((error: unknown) => {
    release()
    throw error
  })
  if (isRight) release()
  return isRight
}

async function takeGuess({ guesses }: AccountsContext, email: string): Promise<() => void> {
  const subject = `password:${Buffer.from(storedHash(email)).toString('hex')}`
  const { waitSeconds, release } = await guesses.take(subject, WINDOWS)
  if (waitSeconds === 0) return release
  throw new ApiError(
    'RATE_LIMITED',
    `Too many wrong passwords for this address came from networks where it has not signed in before. Try again in ${waitSeconds} seconds, or sign in from a network that you have used; POST /auth/forgot-password lets you in from here at once.`,
    { retry_after_seconds: waitSeconds },
  )
}
