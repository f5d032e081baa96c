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

/** The newest entries of all accounts and of none, or of one account: those that are older than the entry `before`. */
export async function readRecentAudit(
  db: Queryable,
  {
    limit,
    accountId,
    before,
  }: { limit: number; accountId?: string | undefined; before?: bigint | undefined },
): Promise<(AuditEntry & { accountId: string | null })[]> {
  const { rows } = await db.query<AuditEntry & { accountId: string | null }>(
    `SELECT id, actor, action, target, details, created_at AS "createdAt", account_id AS "accountId"
     FROM audit_entry WHERE id < $2 ${accountId === undefined ? '' : 'AND account_id = $3'} ORDER BY id DESC LIMIT $1`,
    [limit, before ?? LAST, ...(accountId === undefined ? [] : [accountId])],
  )
  return rows
}

/** Above every id. */
const LAST = 2n ** 63n - 1n

/** A page of entries, newest first: those that are older than `cursor`, the last entry of the page before. `read` reads one more than there is room for. */
export async function pageOfAudit<Entry extends Pick<AuditEntry, 'id'>>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (page: { limit: number; before: bigint | undefined }) => Promise<Entry[]>,
): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  const rows = await read({ limit: limit + 1, before: cursor === undefined ? undefined : BigInt(cursor) })
  const entries = rows.slice(0, limit)
  return { entries, nextCursor: rows.length > limit ? String(entries.at(-1)!.id) : null }
}
