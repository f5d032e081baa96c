interface EndedSql {
  /** Relation of the jobs that ended: id, account_id, batch_id, status and webhook_url. */
  jobs: string
  /** Relation of the batches that they are items of, as they are now; absent for jobs that are no items. */
  batches?: string
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
  queued_delivery AS (
    INSERT INTO webhook_delivery (id, account_id, endpoint_id, batch_id, job_id, event, url, host, state, next_attempt_at, ended_at)
    SELECT gen_random_uuid(), told.account_id, receiver.endpoint_id, told.batch_id, told.job_id, told.event, receiver.url, ${hostSql('receiver.url')},
           CASE WHEN receiver.is_cancelled THEN 'cancelled' ELSE 'pending' END,
           CASE WHEN NOT receiver.is_cancelled THEN now() END, CASE WHEN receiver.is_cancelled THEN now() END
    FROM (${batches ? `${jobEventsSql(jobs, batches)} UNION ALL ${batchEventsSql(batches)}` : jobEventsSql(jobs)}) AS told
    CROSS JOIN LATERAL (${receiversSql('told')}) AS receiver(url, endpoint_id, is_cancelled)
    RETURNING id
  )`
}

/** Who receives the events of a relation: account_id, event, url and is_cancelled. */
export function receiversSql(events: string): string {
  return `
      SELECT ${events}.url, NULL::uuid AS endpoint_id, ${events}.is_cancelled WHERE ${events}.url IS NOT NULL
      UNION ALL
      SELECT e.url, e.id, false FROM webhook_endpoint AS e
      WHERE e.account_id = ${events}.account_id AND e.is_active AND ${events}.event = ANY(e.events)`
}

function jobEventsSql(jobs: string, batches?: string): string {
  const isCancelled = batches
    ? `EXISTS (SELECT FROM ${batches} AS b WHERE b.id = j.batch_id AND b.cancelled_at IS NOT NULL)`
    : 'false'
  return `
      SELECT j.account_id, j.batch_id, j.id AS job_id, 'job.' || j.status AS event, j.webhook_url AS url, ${isCancelled} AS is_cancelled
      FROM ${jobs} AS j`
}

function batchEventsSql(batches: string): string {
  return `
      SELECT b.account_id, b.id, NULL, b.kind || '.completed', b.webhook_url, b.cancelled_at IS NOT NULL
      FROM ${batches} AS b WHERE b.finished_at IS NOT NULL AND b.kind IN ('batch', 'crawl')`
}

/** Host and port of a stored address, which was checked and written by a URL parser. */
export function hostSql(url: string): string {
  return `substring(${url} from '^[a-z]+://([^/?#]+)')`
}
