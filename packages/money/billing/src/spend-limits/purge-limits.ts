import { eachSlice, type Purge } from '@gleaner/db'

const SLICE = 1_000

/** Limits of keys that were revoked or are gone: nothing counts against them any more. Accounts have their own for as long as they want it. */
const ofEndedKeys: Purge = {
  name: 'limits-of-ended-keys',
  run: (db, endAt) =>
    eachSlice(
      db,
      endAt,
      `DELETE FROM spend_limit WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM spend_limit AS l
         WHERE owner_id <> account_id AND held_micros = 0
           AND NOT EXISTS (SELECT FROM api_key WHERE api_key.id = l.owner_id AND revoked_at IS NULL)
         LIMIT ${SLICE}))`,
    ),
}

export const LIMIT_PURGES = [ofEndedKeys]
