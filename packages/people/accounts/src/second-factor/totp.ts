import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as authenticator apps know it. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 section 4 wants 128 bits at least, and recommends 160. */
const SECRET_BYTES = 20
/** Steps before and after the present one that are taken too: clocks of phones differ. */
const WINDOW = 1

/** A new secret, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an app reads from a picture or by hand. */
export function otpauthUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...FORM, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step that a code is of; undefined for one that is of none near `seconds`, compared in constant time. */
export function stepOf(secret: string, code: string, seconds: number): number | undefined {
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) })
  const timestamp = seconds * 1000
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
