/** SQL expressions of an entry; `action` is a word, and no expression. */
export interface AuditSql {
  account: string
  actor: string
  action: string
  target: string
}

/** SQL statement that notes an act for each row of `from`: to stand in a `WITH` of the statement of the act, or behind one. */
export function recordAuditSql({ account, actor, action, target }: AuditSql, from: string): string {
  return `INSERT INTO audit_entry (account_id, actor, action, target) SELECT ${account}, ${actor}, '${action}', ${target} FROM ${from}`
}
