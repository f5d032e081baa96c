import { presentAudit } from '@gleaner/accounts'
import { readAudit } from '@gleaner/audit-log'
import type { AuditLog } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'
import { type Asking, readMembership } from './membership.ts'

/** What was done in an organization, newest first; for every member. */
export async function readAuditLog(
  db: Database,
  asking: Asking,
  page: { limit: number; offset: number },
): Promise<AuditLog> {
  const { organizationId } = await readMembership(db.pool, asking)
  const { entries, total } = await readAudit(db.pool, organizationId, page)
  return { total, entries: await presentAudit(db, entries) }
}
