import { type AuditEntry, readAudit } from '@gleaner/audit-log'
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
  const names = await actorNames(db, entries)
  return {
    total,
    entries: entries.map(({ id, actor, action, target, details, createdAt }) => ({
      id: String(id),
      actor,
      actor_name: names.get(actor) ?? null,
      action,
      target,
      details,
      timestamp: createdAt.toISOString(),
    })),
  }
}

/** By actor: the log itself knows ids only. */
async function actorNames(db: Database, entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const ids = (kind: string) => [
    ...new Set(entries.flatMap(({ actor }) => (actor.startsWith(kind) ? [actor.slice(kind.length)] : []))),
  ]
  const { user, apiKey } = await db.prisma()
  const [users, keys] = await Promise.all([
    user.findMany({ where: { id: { in: ids('user:') } }, select: { id: true, email: true } }),
    apiKey.findMany({ where: { id: { in: ids('key:') } }, select: { id: true, name: true } }),
  ])
  return new Map([
    ...users.map(({ id, email }) => [`user:${id}`, email] as const),
    ...keys.map(({ id, name }) => [`key:${id}`, name] as const),
  ])
}
