import type { Queryable } from '@gleaner/db'

export interface AuditEntry {
  id: bigint
  actor: string
  action: string
  target: string | null
  details: Record<string, unknown>
  createdAt: Date
}

/** The log of an account, newest first; null is the log of what concerns no account. */
export async function readAudit(
  db: Queryable,
  accountId: string | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const [page, count] = await Promise.all([
    db.query<AuditEntry>(
      `SELECT id, actor, action, target, details, created_at AS "createdAt"
       FROM audit_entry WHERE account_id IS NOT DISTINCT FROM $1
       ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [accountId, limit, offset],
    ),
    db.query<{ total: bigint }>(
      'SELECT count(*) AS total FROM audit_entry WHERE account_id IS NOT DISTINCT FROM $1',
      [accountId],
    ),
  ])
  return { entries: page.rows, total: Number(count.rows[0]!.total) }
}

/** The newest entries of all accounts and of none, or of one account. */
export async function readRecentAudit(
  db: Queryable,
  { limit, accountId }: { limit: number; accountId?: string | undefined },
): Promise<(AuditEntry & { accountId: string | null })[]> {
  const { rows } = await db.query<AuditEntry & { accountId: string | null }>(
    `SELECT id, actor, action, target, details, created_at AS "createdAt", account_id AS "accountId"
     FROM audit_entry ${accountId === undefined ? '' : 'WHERE account_id = $2'} ORDER BY id DESC LIMIT $1`,
    accountId === undefined ? [limit] : [limit, accountId],
  )
  return rows
}
