import { createHmac, timingSafeEqual } from 'node:crypto'

export interface LinkSigner {
  /** The path with `expires` (Unix seconds) and `signature` in its query; nobody else can make such a link. */
  sign(path: string, expiresAtMs: number): string
  /** Whether a link was signed by us for exactly this path, and has not expired. */
  verify(path: string, query: { expires?: unknown; signature?: unknown }, nowMs?: number): boolean
}

/** Signs download links that need no further login: whoever has the link may read until it expires. */
export function createLinkSigner(secret: string): LinkSigner {
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', secret).update(`link\n${expires}\n${path}`).digest('base64url')

  return {
    sign(path, expiresAtMs) {
      const expires = String(Math.floor(expiresAtMs / 1000))
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires)}`
    },
    verify(path, { expires, signature }, nowMs = Date.now()) {
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
        return false
      const expected = Buffer.from(signatureOf(path, expires))
      const given = Buffer.from(signature)
      const genuine = given.length === expected.length && timingSafeEqual(given, expected)
      return genuine && Number(expires) * 1000 > nowMs
    },
  }
}
