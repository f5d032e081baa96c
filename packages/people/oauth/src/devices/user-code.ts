import { randomInt } from 'node:crypto'
import type { SecretBox } from '@gleaner/security/secret-box'

/** RFC 8628 section 6.1: no vowels, so no words, and none that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CHARS = 8

/** A code of 34 bits that a person types: `WDJB-MJHT`. */
export function newUserCode(): string {
  const letters = Array.from({ length: CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, CHARS / 2)}-${letters.slice(CHARS / 2)}`
}

/** Keyed hashes by which a code is found, however a person writes it: so few bits could be tried out. The first is stored. */
export function userCodeHashes(secretBox: SecretBox, text: string): [Buffer, ...Buffer[]] {
  return secretBox.fingerprints(text.toUpperCase().replaceAll(/[^A-Z]/g, ''), 'user code of a device')
}
