import { allows, FAILURES_TO_DOUBT, stateAfter } from './session-states.ts'

/** How a target took a session: a page, a login wall, or neither (it was down, a bot wall, a fault of ours). */
export type UseResult = 'accepted' | 'rejected' | 'unknown'

/** A session as an attempt was sent with it. */
export interface SessionUse {
  /** Of the cookies and headers that were sent. */
  version: number
  result: UseResult
  /** Address of the page that was shown: origin and path. */
  page?: string
}

/**
 * Locks sessions in the order of their ids, in a statement that counts uses: after its jobs and before its balances, as all statements
 * do that lock several kinds. `ids` is a query. `used_session` then has them as they are now.
 */
export function lockSessionsSql(ids: string): string {
  return `
  used_session AS (
    SELECT id, account_id, version FROM login_session WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE
  )`
}

/**
 * Counts uses in their sessions, and writes the event of each, in the statement that ends their jobs: once each. `uses` names a relation of
 * them with session_id, version, result, page, job_id, tier, api_key_id and position, their order; `lockSessionsSql` comes before.
 *
 * A use of cookies that were replaced meanwhile is counted, and says nothing of those that are there now.
 */
export function countUsesSql(uses: string): string {
  const inARow = 'CASE WHEN n.is_accepted THEN 0 ELSE login_session.consecutive_failures END + n.failures'
  return `
  placed_use AS (
    SELECT u.*, s.account_id, u.version = s.version AS is_current,
           max(u.position) FILTER (WHERE u.version = s.version AND u.result = 'accepted') OVER (PARTITION BY s.id) AS last_accepted
    FROM ${uses} AS u JOIN used_session AS s ON s.id = u.session_id
  ), uses_of_session AS (
    SELECT session_id, count(*) AS uses,
           count(*) FILTER (WHERE result = 'accepted') AS accepted, count(*) FILTER (WHERE result = 'rejected') AS rejected,
           count(*) FILTER (WHERE result = 'rejected' AND is_current AND (last_accepted IS NULL OR position > last_accepted)) AS failures,
           bool_or(last_accepted IS NOT NULL) AS is_accepted,
           (array_agg(page ORDER BY position DESC) FILTER (WHERE result = 'accepted'))[1] AS page
    FROM placed_use GROUP BY session_id
  ), counted_session AS (
    UPDATE login_session SET
      total_requests = login_session.total_requests + n.uses, successful_requests = login_session.successful_requests + n.accepted,
      rejected_requests = login_session.rejected_requests + n.rejected, consecutive_failures = ${inARow},
      status = CASE WHEN ${allows('doubt')} AND ${inARow} >= ${FAILURES_TO_DOUBT} THEN ${stateAfter('doubt')} ELSE login_session.status END,
      last_used_at = now(), last_page = COALESCE(n.page, login_session.last_page)
    FROM uses_of_session AS n WHERE login_session.id = n.session_id
  ), noted_use AS (
    INSERT INTO login_session_event (session_id, account_id, actor, action, details)
    SELECT session_id, account_id, COALESCE('key:' || api_key_id, 'system'), 'used_for_scrape',
           jsonb_build_object('job_id', job_id, 'tier', tier, 'result', result)
    FROM placed_use ORDER BY position
  )`
}
