import { hasCome, isAhead, type Queryable } from '@gleaner/db'
import { SCHEDULES } from '../scopes.ts'
import { BALANCE_EVERY_SECONDS, MONEY } from './money-sql.ts'

/** Any number that nothing else locks. */
const MARK_LOCK = 7_316_551
const AT_ONCE = 2_000

/**
 * Makes the rules due in whose scopes something has ended. That it has is forgotten in the same statement, so that nothing is lost with a
 * process. One scheduler does this at a time; scopes that a statement is changing come next time.
 */
export async function markChanged(sql: Queryable): Promise<void> {
  await sql.query(`
    WITH changed AS (
      SELECT account_id, scope FROM alert_scope
      WHERE is_changed AND (SELECT pg_try_advisory_xact_lock(${MARK_LOCK}))
      ORDER BY account_id, scope LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    ), noted AS (
      UPDATE alert_scope AS s SET is_changed = false FROM changed
      WHERE s.account_id = changed.account_id AND s.scope = changed.scope
      RETURNING s.account_id, CASE WHEN starts_with(s.scope, '${SCHEDULES}') THEN '${SCHEDULES}' ELSE s.scope END AS scope
    )
    UPDATE alert_rule AS r SET check_at = now() FROM (SELECT DISTINCT account_id, scope FROM noted) AS noted
    WHERE r.account_id = noted.account_id AND r.scope = noted.scope AND r.is_active AND (r.check_at IS NULL OR ${isAhead('r.check_at')})`)
}

/** Puts off rules on balances that have not changed since they were found in order, all by one statement: most are at rest. */
export async function restUnchanged(sql: Queryable): Promise<void> {
  await sql.query(`
    UPDATE alert_rule AS r SET check_at = now() + interval '${BALANCE_EVERY_SECONDS} seconds', checked_at = now()
    WHERE r.id IN (
      SELECT r.id FROM alert_rule AS r JOIN balance AS b ON b.account_id = r.account_id
      WHERE ${hasCome('r.check_at')} AND r.type = 'credit_threshold' AND NOT r.is_firing AND r.seen_micros = ${MONEY}
      ORDER BY r.id FOR UPDATE OF r SKIP LOCKED)`)
}
