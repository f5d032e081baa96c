import { expire, NOW } from '@gleaner/db'

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
]
