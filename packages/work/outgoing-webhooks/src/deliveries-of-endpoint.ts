import type { Queryable } from '@gleaner/db'
import { hostSql } from './queue-deliveries-sql.ts'

interface EndpointOfAccount {
  accountId: string
  endpointId: string
}

// Deliveries are locked before their endpoint and in the order of their ids, as where attempts are recorded.

const UNDELIVERED = `id IN (
  SELECT id FROM webhook_delivery WHERE endpoint_id = $1 AND account_id = $2 AND next_attempt_at IS NOT NULL ORDER BY id FOR UPDATE)`

/** Ends what an endpoint has not been told yet. What is on its way at this moment may still arrive, and counts then. */
export async function cancelDeliveriesOf(
  sql: Queryable,
  { accountId, endpointId }: EndpointOfAccount,
): Promise<void> {
  await sql.query(
    `UPDATE webhook_delivery SET state = 'cancelled', next_attempt_at = NULL, lease_until = NULL, ended_at = now()
     WHERE ${UNDELIVERED}`,
    [endpointId, accountId],
  )
}

/** Sends what an endpoint has not been told yet to its new address. */
export async function moveDeliveriesOf(
  sql: Queryable,
  { accountId, endpointId }: EndpointOfAccount,
  url: string,
): Promise<void> {
  await sql.query(`UPDATE webhook_delivery SET url = $3, host = ${hostSql('$3')} WHERE ${UNDELIVERED}`, [
    endpointId,
    accountId,
    url,
  ])
}
