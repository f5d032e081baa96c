import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7, WEBHOOK_TEST_EVENT, type WebhookDelivery, type WebhookTestResult } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { noSuch } from '@gleaner/db'
import { readDelivery } from '../deliveries/read-deliveries.ts'
import { hostSql } from '../index.ts'

/** A receiver has 10 s to answer; what is queued before it for the same host may take a little. */
const WAIT_MS = 13_000
const POLL_MS = { first: 50, most: 500 }

/**
 * Puts a test event into the outbox, for an endpoint that is switched off as well, and returns the delivery's id. It is due
 * before whatever else waits for this receiver. Throws NOT_FOUND.
 */
export async function queueTest(sql: Queryable, accountId: string, endpointId: string): Promise<string> {
  const id = uuidv7()
  const body = {
    event: WEBHOOK_TEST_EVENT,
    webhook_id: endpointId,
    message: 'A test event. Receivers of this webhook are told events in requests like this one.',
    created_at: new Date().toISOString(),
  }
  const { rowCount } = await sql.query(QUEUE_TEST, [
    id,
    endpointId,
    accountId,
    WEBHOOK_TEST_EVENT,
    JSON.stringify(body),
  ])
  return rowCount === 1 ? id : noSuch('webhook')
}

const QUEUE_TEST = `
  INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, url, host, data, next_attempt_at)
  SELECT $1, e.account_id, e.id, $4, e.url, e.host, $5, LEAST(now(), (
    SELECT min(d.next_attempt_at) - interval '1 millisecond' FROM webhook_delivery AS d
    WHERE d.host = e.host AND d.account_id = e.account_id AND d.next_attempt_at IS NOT NULL))
  FROM (SELECT *, ${hostSql('url')} AS host FROM webhook_endpoint WHERE id = $2 AND account_id = $3) AS e`

/**
 * How the test went, once it was tried; after 13 s, how it stands. `isEnded` says which. It is tried once: a second attempt would come
 * when nobody looks any more.
 */
export async function awaitTest(
  sql: Queryable,
  deliveryId: string,
  signal: AbortSignal,
): Promise<{ isEnded: boolean; result: WebhookTestResult }> {
  const { isEnded, delivery } = await awaitAttempt(sql, deliveryId, signal)
  return { isEnded, result: resultOf(delivery) }
}

/** The delivery of a test after its only attempt, or after 13 s; `isEnded` says which. */
export async function awaitAttempt(
  sql: Queryable,
  deliveryId: string,
  signal: AbortSignal,
): Promise<{ isEnded: boolean; delivery: WebhookDelivery }> {
  const deadline = performance.now() + WAIT_MS
  for (let waitMs = POLL_MS.first; ; waitMs = Math.min(2 * waitMs, POLL_MS.most)) {
    const delivery = (await readDelivery(sql, deliveryId)) ?? noSuch('webhook')
    if (delivery.attempts > 0 || delivery.ended_at !== null) {
      await endTest(sql, deliveryId)
      return { isEnded: true, delivery }
    }
    if (performance.now() > deadline) return { isEnded: false, delivery }
    await pause(waitMs, undefined, { signal })
  }
}

async function endTest(sql: Queryable, deliveryId: string): Promise<void> {
  await sql.query(
    `UPDATE webhook_delivery SET state = 'failed', next_attempt_at = NULL, ended_at = now(), destination = NULL
     WHERE id = $1 AND state = 'retrying' AND lease_until IS NULL`,
    [deliveryId],
  )
}

function resultOf({ id, status, status_code, error, duration_ms }: WebhookDelivery): WebhookTestResult {
  return {
    delivery_id: id,
    event: WEBHOOK_TEST_EVENT,
    success: status === 'delivered',
    status: status === 'retrying' ? 'failed' : status,
    status_code,
    error,
    duration_ms,
  }
}
