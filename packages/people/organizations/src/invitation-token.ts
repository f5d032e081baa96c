import { randomBytes } from 'node:crypto'

/** 256 random bits: it stands in the mail, and proves that its bearer reads the invited mailbox. Stored as `storedHash` makes it. */
export function createInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}
