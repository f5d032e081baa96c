import { createHash } from 'node:crypto'

/**
 * SHA-256: the form in which secrets that we have made (keys, tokens, codes) are stored and looked up. A plain hash is enough for them:
 * they are at least 128 random bits, so there is nothing to guess.
 */
export function storedHash(secret: string | Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}
