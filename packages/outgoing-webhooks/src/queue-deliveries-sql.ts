interface EndedSql {
  /** Relation of the jobs that ended: id, account_id, batch_id, status and webhook_url. */
  jobs: string
  /** Relation of the batches that they are items of, as they are now. */
  batches: string
}

/**
 * The outbox: common table expressions that write a delivery for each receiver of an event, in the statement that causes it. Receivers
 * are the address that the request named, and the account's own endpoints that want the event. Nobody is told twice by one cause, as a job
 * ends once. `queued_delivery` then has a row for each delivery.
 *
 * What an address of a cancelled batch would be told is written as cancelled, so that a retry can still tell it.
 */
export function queueDeliveriesSql({ jobs, batches }: EndedSql): string {
  return `
  told AS (
    SELECT j.account_id, j.batch_id, j.id AS job_id, 'job.' || j.status AS event, j.webhook_url AS url,
           EXISTS (SELECT FROM ${batches} AS b WHERE b.id = j.batch_id AND b.cancelled_at IS NOT NULL) AS is_cancelled
    FROM ${jobs} AS j
    UNION ALL
    SELECT b.account_id, b.id, NULL, 'batch.completed', b.webhook_url, b.cancelled_at IS NOT NULL
    FROM ${batches} AS b WHERE b.finished_at IS NOT NULL
  ), receiver AS (
    SELECT told.*, NULL::uuid AS endpoint_id FROM told WHERE url IS NOT NULL
    UNION ALL
    SELECT told.account_id, batch_id, job_id, event, e.url, false, e.id
    FROM told JOIN webhook_endpoint AS e ON e.account_id = told.account_id AND e.is_active AND told.event = ANY(e.events)
  ), queued_delivery AS (
    INSERT INTO webhook_delivery (id, account_id, endpoint_id, batch_id, job_id, event, url, host, state, next_attempt_at, ended_at)
    SELECT gen_random_uuid(), account_id, endpoint_id, batch_id, job_id, event, url, ${hostSql('url')},
           CASE WHEN is_cancelled THEN 'cancelled' ELSE 'pending' END,
           CASE WHEN NOT is_cancelled THEN now() END, CASE WHEN is_cancelled THEN now() END
    FROM receiver
    RETURNING id
  )`
}

/** Host and port of a stored address, which was checked and written by a URL parser. */
export function hostSql(url: string): string {
  return `substring(${url} from '^[a-z]+://([^/?#]+)')`
}
