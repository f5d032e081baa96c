import type { Database } from '@gleaner/db'
import type { AccessTokens } from '@gleaner/security/jwt'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What the functions of sign-in and users work with. */
export interface AccountsContext {
  db: Database
  secretBox: SecretBox
  accessTokens: AccessTokens
}
