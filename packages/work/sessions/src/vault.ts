import type { Cookie, OriginStorage } from '@gleaner/cookie-rules'
import { type Envelope, openEnvelope, sealEnvelope } from '@gleaner/security/envelope'
import type { SecretBox } from '@gleaner/security/secret-box'

/** What a session keeps secret. */
export interface SessionSecrets {
  cookies: Cookie[]
  /** Sent to the session's domain and its subdomains. */
  headers: Record<string, string>
  /** What a browser begins with for the scripts of the session's site. */
  storage: OriginStorage[]
}

/** Whose secrets they are. */
export interface SessionId {
  accountId: string
  id: string
}

/** What sealed secrets are bound to: a row that is copied to another account or session stays closed. */
export function secretsContext({ accountId, id }: SessionId): string {
  return `account:${accountId}/session:${id}`
}

export function sealSecrets(box: SecretBox, session: SessionId, secrets: SessionSecrets): Envelope {
  return sealEnvelope(box, JSON.stringify(secrets), secretsContext(session))
}

/** Throws SecretUnreadable. */
export function openSecrets(
  box: SecretBox,
  session: SessionId & { dataKey: Uint8Array; secret: Uint8Array },
): SessionSecrets {
  const opened: SessionSecrets = JSON.parse(openEnvelope(box, session, secretsContext(session)))
  // Those that were sealed before storage was kept have none.
  return { ...opened, storage: opened.storage ?? [] }
}
