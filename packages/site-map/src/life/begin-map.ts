import { uuidv7 } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { GRACE_MS, type NewMap } from './map.ts'

/** Writes a map down that is to be made. Returns its id. */
export async function beginMap(
  sql: Queryable,
  { accountId, apiKeyId, test, request }: NewMap,
): Promise<string> {
  const id = uuidv7()
  await sql.query(
    `INSERT INTO site_map (id, account_id, api_key_id, test, request, deadline_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')`,
    [id, accountId, apiKeyId, test, JSON.stringify(request), waitMsOf(request)],
  )
  return id
}

/** Has a map of the account made again that ended without a reply; one that is under way or delivered stays as it is. */
export async function reopenMap(
  sql: Queryable,
  accountId: string,
  id: string,
  waitMs: number,
): Promise<void> {
  await sql.query(
    `UPDATE site_map SET ended_at = NULL, error = NULL, lease_until = NULL, lost_leases = 0, fence = fence + 1,
       deadline_at = now() + $3 * interval '1 millisecond'
     WHERE id = $1 AND account_id = $2 AND (error IS NOT NULL OR ended_at IS NULL AND deadline_at < now())`,
    [id, accountId, waitMs],
  )
}

/** How long a map may take altogether, in ms. */
export function waitMsOf({ timeout }: Pick<NewMap['request'], 'timeout'>): number {
  return timeout * 1_000 + GRACE_MS
}
