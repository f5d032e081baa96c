import { ApiError, isUuid } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { ClaimedDelivery } from '../claim-deliveries.ts'
import { webhookIdOf } from '../sign.ts'

/** A delivery as it is shown and sent again: what its body is made of, and by what that is known. */
export interface KeptDelivery
  extends Pick<
    ClaimedDelivery,
    'id' | 'endpointId' | 'batchId' | 'jobId' | 'event' | 'data' | 'channel' | 'replayOf' | 'bodyHash'
  > {
  bodyBytes: number | null
  isEnded: boolean
  /** False for an endpoint that is gone or switched off. */
  isReachable: boolean
}

const COLUMNS = `d.id, d.endpoint_id AS "endpointId", d.batch_id AS "batchId", d.job_id AS "jobId", d.event, d.data, d.channel,
  d.replay_of AS "replayOf", d.body_hash AS "bodyHash", d.body_bytes AS "bodyBytes", d.ended_at IS NOT NULL AS "isEnded"`

/** Whether there is still somebody to tell of a delivery `d`. */
export const REACHABLE = `(d.endpoint_id IS NULL OR EXISTS (
    SELECT FROM webhook_endpoint AS e WHERE e.id = d.endpoint_id AND e.account_id = d.account_id AND e.is_active))`

/** One of an account's, by its id with or without `msg_`. Throws NOT_FOUND. */
export async function findDelivery(sql: Queryable, accountId: string, id: string): Promise<KeptDelivery> {
  const uuid = uuidOf(id)
  if (uuid === undefined) return noSuchDelivery()
  const { rows } = await sql.query<KeptDelivery>(
    `SELECT ${COLUMNS}, ${REACHABLE} AS "isReachable" FROM webhook_delivery AS d WHERE d.id = $1 AND d.account_id = $2`,
    [uuid, accountId],
  )
  return rows[0] ?? noSuchDelivery()
}

const PREFIX = webhookIdOf('')

function uuidOf(id: string): string | undefined {
  const uuid = (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id).toLowerCase()
  return isUuid(uuid) ? uuid : undefined
}

export function noSuchDelivery(): never {
  throw new ApiError('NOT_FOUND', 'There is no such delivery in this account.')
}
