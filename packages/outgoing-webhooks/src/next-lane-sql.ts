/**
 * SQL: the delivery that is due first in the first lane (host and account) behind `behind`, a row of both. One probe of an index, however
 * many deliveries a lane has. `guard` may keep it from being looked for at all.
 */
export function firstOfNextLaneSql(behind: string, guard = 'true'): string {
  return `
  SELECT d.host, d.account_id, d.next_attempt_at FROM webhook_delivery AS d
  WHERE d.next_attempt_at IS NOT NULL AND (d.host, d.account_id) > (${behind}) AND ${guard}
  ORDER BY d.host, d.account_id, d.next_attempt_at LIMIT 1`
}
