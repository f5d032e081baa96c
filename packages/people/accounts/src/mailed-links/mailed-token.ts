import { randomBytes } from 'node:crypto'
import { ApiError } from '@gleaner/contracts'

/** So few that the link stays on one line of the mail, also where a person reads its source in MAIL_DIR. */
const TOKEN_BYTES = 16

/** Proves that its bearer reads the mailbox. Stored as `storedHash` makes it. */
export function createMailedToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** `remedy` is a sentence. */
export function badMailedToken(remedy: string): ApiError {
  const message = 'is not valid, was used before, has expired, or a newer one was mailed'
  return new ApiError('INVALID_REQUEST', `token ${message}. ${remedy}`, {
    issues: [{ path: 'token', message }],
  })
}
