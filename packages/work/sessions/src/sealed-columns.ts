import type { SecretBox } from '@gleaner/security/secret-box'
import { cookiesEnd } from './session-expiry.ts'
import { type SessionId, type SessionSecrets, sealSecrets } from './vault.ts'

/** The columns that secrets fill: themselves, sealed, and what may be told of them. */
export function sealedColumns(secretBox: SecretBox, session: SessionId, secrets: SessionSecrets) {
  const { cookies, headers, storage } = secrets
  return {
    ...sealSecrets(secretBox, session, secrets),
    cookieNames: cookies.map(({ name }) => name),
    headerNames: Object.keys(headers),
    storageOrigins: storage.map(({ origin }) => origin),
    cookiesExpireAt: cookiesEnd(secrets),
  }
}
