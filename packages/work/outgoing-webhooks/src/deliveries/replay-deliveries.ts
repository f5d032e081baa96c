import { ApiError, type WebhookReplay, type WebhookReplayResult } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts/invalid-request'
import { LIMITS, RETENTION } from '@gleaner/contracts/limits'
import { momentOf } from '@gleaner/contracts/schemas/moment'
import type { Queryable } from '@gleaner/db'
import { hostSql } from '../queue-deliveries-sql.ts'
import { type KeptDelivery, REACHABLE } from './find-delivery.ts'

const { replayed: MOST } = LIMITS.webhookDeliveries
/** A delivery has three attempts within about a minute. */
const UNDER_WAY_SECONDS = 30

/**
 * SQL: writes deliveries anew for the ids of a relation, to where their endpoints are now. What a replay sends is a delivery as any other: of
 * its account's share, and behind what waits.
 */
const insertReplays = (ids: string) => `
  INSERT INTO webhook_delivery (id, account_id, endpoint_id, batch_id, job_id, event, url, host, data, body_hash, replay_of, next_attempt_at)
  SELECT gen_random_uuid(), d.account_id, d.endpoint_id, d.batch_id, d.job_id, d.event, receiver.url, ${hostSql('receiver.url')}, d.data,
         d.body_hash, COALESCE(d.replay_of, d.id), now()
  FROM ${ids} AS asked JOIN webhook_delivery AS d USING (id) LEFT JOIN webhook_endpoint AS e ON e.id = d.endpoint_id
  CROSS JOIN LATERAL (SELECT COALESCE(e.url, d.url) AS url) AS receiver
  WHERE d.account_id = $1 AND d.ended_at IS NOT NULL AND d.channel IS NULL AND ${REACHABLE}
  RETURNING id`

/** Throws CONFLICT for one that cannot be sent again; whether its body can be made is for the caller to see. */
export function checkReplay({ isEnded, isReachable, channel }: KeptDelivery): void {
  if (!isEnded)
    throw new ApiError('CONFLICT', 'The delivery has not ended; it can be sent again once it has.', {
      retry_after_seconds: UNDER_WAY_SECONDS,
    })
  if (channel !== null)
    throw new ApiError(
      'CONFLICT',
      'The address of this delivery is a secret, which is forgotten once it has ended: POST /alerts/rules/{rule_id}/test tells it anew.',
    )
  if (!isReachable)
    throw new ApiError(
      'CONFLICT',
      'The endpoint of this delivery is gone or switched off: PATCH /webhooks/{webhook_id} switches it on.',
    )
}

/** Sends one again, and returns the new delivery's id. Throws CONFLICT. */
export async function replayDelivery(
  sql: Queryable,
  accountId: string,
  delivery: KeptDelivery,
): Promise<string> {
  checkReplay(delivery)
  const { rows } = await sql.query<{ id: string }>(REPLAY_ONE, [accountId, delivery.id])
  // It has been deleted, or its endpoint switched off, since it was read.
  if (!rows[0])
    throw new ApiError('CONFLICT', 'The delivery has changed meanwhile; read it again.', {
      retry_after_seconds: 1,
    })
  return rows[0].id
}

const REPLAY_ONE = insertReplays('(SELECT $2::uuid AS id)')

/** What is told again would be another body by now: a page is not kept as long as its delivery. */
const GONE = `(d.event = 'job.completed' AND d.created_at < now() - interval '${RETENTION.resultMs} milliseconds')`

/** A replay that has arrived, or may yet. */
const REPLAYED = `EXISTS (
      SELECT FROM webhook_delivery AS r WHERE r.replay_of = d.id AND (r.state = 'delivered' OR r.ended_at IS NULL))`

/** Looks a little further than may be, to know that there are more. */
const REPLAY_SPAN = `
  WITH asked AS MATERIALIZED (
    SELECT d.id, d.channel IS NULL AND ${REACHABLE} AND NOT ${GONE} AS is_sent
    FROM webhook_delivery AS d
    WHERE d.account_id = $1 AND d.created_at >= $2 AND d.created_at < $3 AND d.state = $4 AND d.replay_of IS NULL
      AND ($5::text IS NULL OR d.event = $5) AND ($6::uuid IS NULL OR d.endpoint_id = $6)
      AND (d.state = 'delivered' OR NOT ${REPLAYED})
    ORDER BY d.created_at, d.id LIMIT ${MOST + 1}
  ), replayed AS (${insertReplays(`(SELECT id FROM asked WHERE is_sent AND (SELECT count(*) FROM asked) <= ${MOST})`)}
  )
  SELECT (SELECT count(*)::int FROM asked) AS asked, (SELECT count(*)::int FROM replayed) AS replayed`

/** Sends those of a span again, 1,000 at most. Throws INVALID_REQUEST for more. */
export async function replayDeliveries(
  sql: Queryable,
  accountId: string,
  { from, to, status, event, webhook_id }: WebhookReplay,
): Promise<WebhookReplayResult> {
  const { rows } = await sql.query<{ asked: number; replayed: number }>(REPLAY_SPAN, [
    accountId,
    momentOf(from),
    momentOf(to),
    status,
    event ?? null,
    webhook_id ?? null,
  ])
  const { asked, replayed } = rows[0]!
  if (asked > MOST) {
    const message = `and from span more than ${MOST.toLocaleString('en')} deliveries; name a shorter span, an event or a webhook_id`
    throw invalidRequest([{ path: 'to', message }])
  }
  return { replayed, skipped: asked - replayed }
}
