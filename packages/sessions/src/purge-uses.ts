import { deleteInBatches, type Queryable } from '@gleaner/db'

/** What else has happened to a session is kept for as long as its account is there. */
const KEPT_DAYS = 90

/** Deletes old uses out of the trails of sessions. Returns how many rows went. */
export async function purgeUses(db: Queryable): Promise<number> {
  return await deleteInBatches(
    db,
    (limit) => `DELETE FROM login_session_event WHERE id IN (
      SELECT id FROM login_session_event
      WHERE action = 'used_for_scrape' AND created_at < now() - ${KEPT_DAYS} * interval '1 day' LIMIT ${limit})`,
  )
}
