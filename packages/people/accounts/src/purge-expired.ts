import { ago, expire, NOW } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** For so long it can be told whose a key was that is of no use any more. */
const KEYS_KEPT_MS = 90 * DAY_MS

/** Sign-ins whose refresh token has expired, registrations that nobody has confirmed in time, and keys that were revoked or have expired. */
export const ACCOUNT_PURGES = [
  expire({ name: 'sign-ins', table: 'user_session', by: 'expires_at', before: NOW }),
  expire({ name: 'sign-in-challenges', table: 'sign_in_challenge', by: 'expires_at', before: NOW }),
  expire({ name: 'email-changes', table: 'email_change', by: 'expires_at', before: NOW }),
  expire({ name: 'email-undos', table: 'email_undo', by: 'expires_at', before: NOW }),
  expire({ name: 'registrations', table: 'pending_registration', by: 'expires_at', before: NOW }),
  expire({
    name: 'revoked-keys',
    table: 'api_key',
    by: 'revoked_at',
    before: ago(KEYS_KEPT_MS),
    where: 'revoked_at IS NOT NULL',
  }),
  expire({
    name: 'expired-keys',
    table: 'api_key',
    by: 'expires_at',
    before: ago(KEYS_KEPT_MS),
    where: 'expires_at IS NOT NULL',
  }),
]
