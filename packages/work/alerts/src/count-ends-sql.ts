/** Whether nothing of an account's jobs is counted for alerts, in SQL on a row of `job`. */
export const IS_UNWATCHED = 'NOT EXISTS (SELECT FROM alert_scope AS s WHERE s.account_id = job.account_id)'

/** Minutes that one row of `alert_slot` stands for. */
export const SLOT_MINUTES = 5
/** A slot's beginning, in SQL. Midnight (UTC) is the beginning of one. */
export const slotSql = (time: string) => `date_bin('${SLOT_MINUTES} minutes', ${time}, 'epoch')`

/**
 * Counts jobs that end in every scope that a rule of their account watches, in the statement that ends them. `ended` names a relation of them
 * with account_id, host, status, test, created_at, started_at, finished_at, and their order, `position`; `after` one that must come before, as
 * scopes are locked last of all. Jobs of test keys do not count.
 */
export function countEndsSql(ended: string, after: string): string {
  return `
  watched_end AS (
    SELECT s.account_id, s.scope, e.position, e.status,
           GREATEST(0, extract(epoch FROM e.finished_at - COALESCE(e.started_at, e.created_at)) * 1000)::bigint AS ms,
           max(e.position) FILTER (WHERE e.status = 'completed') OVER (PARTITION BY s.account_id, s.scope) AS last_completed
    FROM ${ended} AS e CROSS JOIN LATERAL (SELECT regexp_replace(e.host, ':[0-9]+$', '') AS name) AS host
    JOIN alert_scope AS s ON s.account_id = e.account_id
      AND (s.scope = '' OR s.scope = host.name OR right(host.name, length(s.scope) + 1) = '.' || s.scope)
    WHERE NOT e.test
  ), scope_end AS (
    SELECT account_id, scope, (count(*) FILTER (WHERE status = 'completed'))::int AS completed, (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
           COALESCE(sum(ms) FILTER (WHERE status = 'completed'), 0)::bigint AS total_ms,
           (count(*) FILTER (WHERE status = 'failed' AND position > COALESCE(last_completed, 0)))::int AS failed_since, bool_or(status = 'completed') AS has_completed
    FROM watched_end GROUP BY account_id, scope
  ), locked_scope AS (
    SELECT s.account_id, s.scope FROM alert_scope AS s JOIN scope_end USING (account_id, scope)
    WHERE (SELECT count(*) FROM ${after}) >= 0
    ORDER BY s.account_id, s.scope FOR NO KEY UPDATE OF s
  ), counted_scope AS (
    UPDATE alert_scope AS s SET is_changed = true,
      failures_in_row = CASE WHEN n.has_completed THEN n.failed_since ELSE s.failures_in_row + n.failed_since END
    FROM scope_end AS n JOIN locked_scope USING (account_id, scope)
    WHERE s.account_id = n.account_id AND s.scope = n.scope
  ), counted_slot AS (
    INSERT INTO alert_slot AS t (account_id, scope, starts_at, completed, failed, total_ms)
    SELECT n.account_id, n.scope, ${slotSql('now()')}, n.completed, n.failed, n.total_ms
    FROM scope_end AS n JOIN locked_scope USING (account_id, scope) ORDER BY 1, 2
    ON CONFLICT (account_id, scope, starts_at) DO UPDATE
      SET completed = t.completed + EXCLUDED.completed, failed = t.failed + EXCLUDED.failed, total_ms = t.total_ms + EXCLUDED.total_ms
  )`
}
