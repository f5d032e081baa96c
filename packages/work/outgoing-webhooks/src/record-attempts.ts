import type { WebhookStatus } from '@gleaner/contracts'
import { WEBHOOK_TEST_EVENT } from '@gleaner/contracts/schemas/webhooks'
import { type Queryable, storableJson } from '@gleaner/db'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** `failed` may be tried again; `given-up` may not, whatever attempts are left; `unwanted` was not sent: its receiver is gone. */
export type AttemptOutcome = 'delivered' | 'failed' | 'given-up' | 'unwanted'

/** A request as it may be shown. */
export interface SentRequest {
  /** Null for the value of a header that is a secret. */
  headers: Readonly<Record<string, string | null>>
  /** SHA-256 of the body, and its size in bytes. */
  bodyHash: Uint8Array
  bodyBytes: number
}

/** One try of a delivery, as it ended. */
export interface DeliveryAttempt {
  delivery: ClaimedDelivery
  outcome: AttemptOutcome
  /** Undefined when there was no answer. */
  statusCode?: number | undefined
  /** What happened, in words for the receiver's owner; undefined when it was delivered. */
  error?: string | undefined
  startedAt: Date
  /** What was sent; undefined where nothing was. */
  sent?: SentRequest | undefined
  /** How the receiver's answer began. */
  answer?: string | undefined
  durationMs: number
  /** Pause before the next attempt, should there be one. */
  retryDelayMs: number
}

/** Source: `docs/decisions/0030-webhook-delivery.md`. */
export const MAX_ATTEMPTS = 3

/**
 * Notes what became of attempts, and what follows. Returns the deliveries' states by id. A failure counts only while the claim holds: when
 * it has run out another dispatcher has the delivery, and its attempt counts. What has arrived has arrived, also when it was
 * cancelled meanwhile.
 */
export async function recordAttempts(
  sql: Queryable,
  attempts: readonly DeliveryAttempt[],
): Promise<Map<string, WebhookStatus>> {
  const { rows } = await sql.query<{ id: string; state: WebhookStatus }>({
    name: 'record-webhook-attempts',
    text: RECORD,
    values: [
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.leaseUntil),
      attempts.map(({ outcome }) => outcome),
      attempts.map(({ statusCode }) => statusCode ?? null),
      attempts.map(({ error }) => error ?? null),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ durationMs }) => Math.round(durationMs)),
      attempts.map(({ retryDelayMs }) => Math.round(retryDelayMs)),
      attempts.map(({ sent }) => sent?.bodyHash ?? null),
      attempts.map(({ sent }) => sent?.bodyBytes ?? null),
      attempts.map(({ sent }) => (sent ? storableJson(sent.headers) : null)),
      attempts.map(({ answer }) => answer ?? null),
    ],
  })
  return new Map(rows.map(({ id, state }) => [id, state]))
}

const RECORD = `
  WITH attempt AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[], $5::text[], $6::timestamptz[], $7::int[], $8::int[],
      $9::bytea[], $10::int[], $11::text[], $12::text[])
      AS attempt(id, lease, outcome, status_code, error, started_at, duration_ms, retry_delay_ms, body_hash, body_bytes, headers, answer)
  ), held AS (
    SELECT d.id FROM webhook_delivery AS d JOIN attempt USING (id)
    WHERE d.lease_until = attempt.lease OR attempt.outcome = 'delivered' AND d.state <> 'delivered'
    ORDER BY d.id FOR UPDATE OF d
  ), next AS (
    SELECT attempt.*, CASE
      WHEN attempt.outcome = 'delivered' THEN 'delivered'
      WHEN attempt.outcome = 'unwanted' THEN 'cancelled'
      WHEN attempt.outcome = 'failed' AND d.attempts + 1 < ${MAX_ATTEMPTS} THEN 'retrying'
      ELSE 'failed' END AS next_state
    FROM held JOIN webhook_delivery AS d USING (id) JOIN attempt USING (id)
  ), changed AS (
    UPDATE webhook_delivery AS d SET
      state = next_state,
      attempts = d.attempts + CASE WHEN outcome = 'unwanted' THEN 0 ELSE 1 END,
      lease_until = NULL,
      next_attempt_at = CASE WHEN next_state = 'retrying' THEN now() + retry_delay_ms * interval '1 millisecond' END,
      ended_at = CASE WHEN next_state <> 'retrying' THEN now() END,
      destination = CASE WHEN next_state = 'retrying' THEN d.destination END,
      body_hash = COALESCE(next.body_hash, d.body_hash),
      body_bytes = COALESCE(next.body_bytes, d.body_bytes)
    FROM next WHERE d.id = next.id
    RETURNING d.id, d.state, d.event, d.attempts, d.endpoint_id, next.outcome, next.status_code, next.error, next.started_at, next.duration_ms,
              next.headers::json AS headers, next.answer
  ), logged AS (
    INSERT INTO webhook_attempt (delivery_id, attempt, status_code, error, duration_ms, headers, answer, created_at)
    SELECT id, attempts, status_code, error, duration_ms, headers, answer, started_at FROM changed WHERE outcome <> 'unwanted'
  ), endpoint AS (
    SELECT endpoint_id, bool_or(state = 'delivered') AS works, count(*) FILTER (WHERE state = 'failed' AND event <> '${WEBHOOK_TEST_EVENT}') AS failures
    FROM changed GROUP BY endpoint_id
  ), concerned AS (
    SELECT e.id FROM webhook_endpoint AS e JOIN endpoint ON endpoint.endpoint_id = e.id
    WHERE CASE WHEN works THEN e.failure_count > 0 ELSE failures > 0 END ORDER BY e.id FOR UPDATE OF e
  ), judged AS (
    UPDATE webhook_endpoint AS e SET
      failure_count = CASE WHEN works THEN 0 ELSE e.failure_count + failures END,
      failing_since = CASE WHEN NOT works THEN COALESCE(e.failing_since, now()) END
    FROM concerned JOIN endpoint ON endpoint.endpoint_id = concerned.id WHERE e.id = concerned.id
  )
  SELECT id, state FROM changed`
