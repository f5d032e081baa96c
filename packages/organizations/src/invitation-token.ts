import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: it stands in the mail, and proves that its bearer reads the invited mailbox. */
export function createInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** As it is stored and looked up. A plain hash is enough for what cannot be guessed. */
export function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
