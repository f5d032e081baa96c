import type { Queryable } from '@gleaner/db'

const BATCH = 1_000

/** Deletes sessions whose refresh token has expired. Returns how many. */
export async function purgeSessions(db: Queryable): Promise<number> {
  let purged = 0
  for (let deleted = BATCH; deleted === BATCH; purged += deleted) {
    const { rowCount } = await db.query(
      `DELETE FROM user_session WHERE id IN (
         SELECT id FROM user_session WHERE expires_at <= now() LIMIT ${BATCH})`,
    )
    deleted = rowCount ?? 0
  }
  return purged
}
