/**
 * SQL: the delivery that is due first in the first lane (account and host) of the open deliveries `d` on which a condition on account and
 * host holds. One probe of an index, however many deliveries, lanes and accounts there are.
 */
export function firstOpenSql(condition: string): string {
  return `
  SELECT d.account_id, d.host, d.next_attempt_at FROM webhook_delivery AS d
  WHERE d.next_attempt_at IS NOT NULL AND ${condition}
  ORDER BY d.account_id, d.host, d.next_attempt_at LIMIT 1`
}
