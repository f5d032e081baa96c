import type { WindowLimit } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import type { AccessTokens } from '@gleaner/security/jwt'
import type { SecretBox } from '@gleaner/security/secret-box'

/** Counts what is tried, over all processes. */
export interface Guesses {
  /**
   * Takes a place in every window of a subject, or in none: `waitSeconds` is then how long one is full. `release` gives the places back;
   * safe to repeat.
   */
  take(
    subject: string,
    windows: readonly WindowLimit[],
  ): Promise<{ waitSeconds: number; release: () => void }>
}

/** What the functions of sign-in and users work with. */
export interface AccountsContext {
  db: Database
  secretBox: SecretBox
  accessTokens: AccessTokens
  guesses: Guesses
}
