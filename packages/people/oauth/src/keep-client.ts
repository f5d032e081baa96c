import type { Queryable } from '@gleaner/db'

/** How long a client that the operator did not make is kept without a consent or a key, in days. */
export const KEPT_DAYS = 90

/** Notes that a client is in use. */
export async function keepClient(sql: Queryable, id: string): Promise<void> {
  await sql.query(
    `UPDATE oauth_client SET kept_until = now() + interval '${KEPT_DAYS} days' WHERE id = $1 AND kept_until IS NOT NULL`,
    [id],
  )
}
