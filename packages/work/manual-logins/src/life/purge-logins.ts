import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** Logins by hand are read for a day. */
export const MANUAL_LOGIN_PURGES = [
  expire({ name: 'manual-logins', table: 'manual_login', by: 'created_at', before: ago(DAY_MS) }),
]
