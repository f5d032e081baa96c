import type { Session } from '@gleaner/contracts'
import { hasCome } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { allows, stateAfter } from './session-states.ts'
import type { SessionSecrets } from './vault.ts'

/** When a session ends: as its owner has said, or with the last of its cookies. Null: never, as far as anybody knows. */
export interface Ends {
  expiresAt: Date | null
  cookiesExpireAt: Date | null
}

/** Before its end, a session is said to be expiring for so long. */
const EXPIRING_MS = DAY_MS

/** SQL on a row of `login_session`: when it ends. An index is on this expression. */
export const ENDS_AT = 'LEAST(login_session.expires_at, login_session.cookies_expire_at)'

/** SQL on a row of `login_session`: its state, expired as soon as its end has come, whether or not the sweep has been there. */
export const STATUS_NOW = `CASE WHEN ${hasCome(ENDS_AT)} AND ${allows('expire')} THEN ${stateAfter('expire')} ELSE login_session.status END`

export function endOf({ expiresAt, cookiesExpireAt }: Ends): Date | null {
  if (!expiresAt || !cookiesExpireAt) return expiresAt ?? cookiesExpireAt
  return expiresAt < cookiesExpireAt ? expiresAt : cookiesExpireAt
}

/** `leftMs`: until a session's end, by the database's clock; null where it has none. */
export function expiryStatus(leftMs: number | null): Session['expiry_status'] {
  if (leftMs === null) return 'unknown'
  if (leftMs <= 0) return 'expired'
  return leftMs <= EXPIRING_MS ? 'expiring' : 'valid'
}

/** When the last cookie ends; null where there is none, or one has no end of its own, or where headers or a storage may log in as well. */
export function cookiesEnd({ cookies, headers, storage }: SessionSecrets): Date | null {
  if (Object.keys(headers).length + storage.length > 0) return null
  const ends = cookies.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return Number.isFinite(last) ? new Date(last) : null
}
