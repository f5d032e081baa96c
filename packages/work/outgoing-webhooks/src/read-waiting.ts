import type { Queryable } from '@gleaner/db'

/** What an account's receivers have yet to be told. */
export interface Waiting {
  /** Deliveries that are not over, counted up to a bound. */
  deliveries: number
  /** Addresses of its own that are told of its work. */
  endpoints: number
}

/** Reads what waits of an account, at a cost that does not grow beyond `most` deliveries. */
export async function readWaiting(sql: Queryable, accountId: string, most: number): Promise<Waiting> {
  const { rows } = await sql.query<Waiting>({
    name: 'read-waiting-webhooks',
    text: `
      SELECT (SELECT count(*)::int FROM webhook_endpoint WHERE account_id = $1 AND is_active) AS endpoints,
             (SELECT count(*)::int FROM (
                SELECT FROM webhook_delivery WHERE account_id = $1 AND next_attempt_at IS NOT NULL LIMIT $2
              ) AS open) AS deliveries`,
    values: [accountId, most],
  })
  return rows[0]!
}
