import type { AlertType } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** The scope of all jobs of an account, and of the runs of its schedules; other scopes are domains. */
export const WHOLE_ACCOUNT = ''
export const SCHEDULES = 'schedule:'

/** What a rule counts. */
export function scopeOf({ type, domain }: { type: AlertType; domain?: string | undefined }): string {
  return type === 'schedule_failure' ? SCHEDULES : (domain ?? WHOLE_ACCOUNT)
}

/**
 * Locks all scopes of an account, before its rules are changed: whoever changes both locks scopes first, each in their order, so that no two
 * wait for each other.
 */
export async function lockScopes(sql: Queryable, accountId: string): Promise<void> {
  await sql.query('SELECT FROM alert_scope WHERE account_id = $1 ORDER BY scope FOR UPDATE', [accountId])
}

/** From now on what ends in it is counted. */
export async function openScope(sql: Queryable, accountId: string, scope: string): Promise<void> {
  await sql.query('INSERT INTO alert_scope (account_id, scope) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    accountId,
    scope,
  ])
}

/** Scopes that no rule counts any more. */
export async function closeUnusedScopes(sql: Queryable, accountId: string): Promise<void> {
  await sql.query(
    `DELETE FROM alert_scope AS s WHERE account_id = $1 AND NOT EXISTS (
       SELECT FROM alert_rule AS r WHERE r.account_id = s.account_id
         AND (r.scope = s.scope OR r.scope = '${SCHEDULES}' AND starts_with(s.scope, '${SCHEDULES}')))`,
    [accountId],
  )
}
