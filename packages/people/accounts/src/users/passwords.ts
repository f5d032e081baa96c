import { ApiError } from '@gleaner/contracts'
import { hashPassword, PasswordsBusy, verifyPassword } from '@gleaner/security/password'

/** Hashes a user's new password. Throws SERVICE_UNAVAILABLE while too many others are being hashed. */
export async function hashUserPassword(password: string): Promise<string> {
  return await hashPassword(unified(password)).catch(asUnavailable)
}

/** Whether it is the password of the stored hash, in the same time for no hash at all (nobody). Throws as `hashUserPassword`. */
export async function isUserPassword(password: string, stored: string | undefined): Promise<boolean> {
  return await verifyPassword(unified(password), stored).catch(asUnavailable)
}

/** NIST SP 800-63B section 5.1.1.2: two keyboards may spell the same characters in different ways. */
function unified(password: string): string {
  return password.normalize('NFKC')
}

function asUnavailable(error: unknown): never {
  if (!(error instanceof PasswordsBusy)) throw error
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'Too many people are signing in at the moment; try again in a few seconds.',
  )
}
