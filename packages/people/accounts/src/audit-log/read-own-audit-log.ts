import { pageOfAudit, readRecentAudit } from '@gleaner/audit-log'
import type { AuditPage } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import { presentAudit } from './present-audit.ts'

/** What was done to an account, by its user, its keys, the operator and the service; newest first. */
export async function readOwnAuditLog(
  db: Database,
  accountId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<AuditPage> {
  const { entries, nextCursor } = await pageOfAudit(query, (page) =>
    readRecentAudit(db.pool, { ...page, accountId }),
  )
  return { entries: await presentAudit(db, entries), next_cursor: nextCursor }
}
