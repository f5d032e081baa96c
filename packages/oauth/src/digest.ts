import { createHash } from 'node:crypto'

/** SHA-256, as codes and secrets are stored. They are 256 random bits: there is nothing to guess, so nothing slower is needed. */
export function digest(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}
