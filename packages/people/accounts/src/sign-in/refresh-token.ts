import { randomBytes } from 'node:crypto'
import type { SecretBox } from '@gleaner/security/secret-box'

const FAMILY_BYTES = 16
const SECRET_BYTES = 32
/** As secret scanners like it: a prefix that is nobody else's. */
const PREFIX = 'gl_refresh_'
const FORM = /^gl_refresh_([\w-]{64})$/

/**
 * A refresh token: a family, which all tokens of one session share, and a secret of its own. The family is known to no one but the
 * session's holder, so that whoever shows it with another secret than the current one has an older token, and no guess.
 */
export interface RefreshToken {
  text: string
  family: Buffer
}

export function firstRefreshToken(): RefreshToken {
  return written(randomBytes(FAMILY_BYTES), randomBytes(SECRET_BYTES))
}

/** Undefined for what is no such token. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, encoded] = FORM.exec(text) ?? []
  return encoded === undefined
    ? undefined
    : { text, family: Buffer.from(encoded, 'base64url').subarray(0, FAMILY_BYTES) }
}

/**
 * What a token is exchanged for: always the same, so that a client whose answer was lost, or that asks twice at a time, is given the
 * same token again, though none is stored. One for each encryption key, the newest first.
 */
export function successorsOf(secretBox: SecretBox, { text, family }: RefreshToken): RefreshToken[] {
  return secretBox.fingerprints(text, 'refresh token').map((secret) => written(family, secret))
}

function written(family: Buffer, secret: Buffer): RefreshToken {
  return { text: PREFIX + Buffer.concat([family, secret]).toString('base64url'), family }
}
