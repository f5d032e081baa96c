import { ago, expire, NOW } from '@gleaner/db'
import { HOUR_MS } from '@gleaner/runtime/units'

/**
 * Codes that have expired and gave no key. One that did is kept for as long as its key: presented again, it revokes it. Keys that are
 * revoked take theirs along when they are purged.
 */
export const CODE_PURGES = [
  expire({
    name: 'oauth-codes',
    table: 'oauth_code',
    by: 'expires_at',
    before: NOW,
    where: 'api_key_id IS NULL',
  }),
  // An hour in which a device learns that it was too late.
  expire({ name: 'oauth-devices', table: 'oauth_device', by: 'expires_at', before: ago(HOUR_MS) }),
  // Clients that the operator did not make, once nobody has a key of theirs.
  expire({
    name: 'oauth-clients',
    table: 'oauth_client',
    by: 'kept_until',
    before: NOW,
    where: 'kept_until IS NOT NULL',
    only: 'NOT EXISTS (SELECT FROM api_key WHERE api_key.oauth_client_id = oauth_client.id)',
  }),
]
