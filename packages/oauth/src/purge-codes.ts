import { deleteInBatches, type Queryable } from '@gleaner/db'

/** Deletes codes that have expired, unless the key that they gave is live: presented again, they still revoke it. Returns how many. */
export async function purgeCodes(db: Queryable): Promise<number> {
  return await deleteInBatches(
    db,
    (batch) => `DELETE FROM oauth_code WHERE hash IN (
      SELECT oauth_code.hash FROM oauth_code LEFT JOIN api_key ON api_key.id = api_key_id
      WHERE oauth_code.expires_at < now() AND (api_key.id IS NULL OR api_key.revoked_at IS NOT NULL) LIMIT ${batch})`,
  )
}
