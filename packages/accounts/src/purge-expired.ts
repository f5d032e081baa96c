import { deleteInBatches, type Queryable } from '@gleaner/db'

/** Deletes sessions whose refresh token has expired. Returns how many. */
export async function purgeSessions(db: Queryable): Promise<number> {
  return await purge(db, 'user_session')
}

/** Deletes registrations that nobody has confirmed in time. Returns how many. */
export async function purgeRegistrations(db: Queryable): Promise<number> {
  return await purge(db, 'pending_registration')
}

async function purge(db: Queryable, table: 'user_session' | 'pending_registration'): Promise<number> {
  return await deleteInBatches(
    db,
    (batch) => `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE expires_at <= now() LIMIT ${batch}))`,
  )
}
