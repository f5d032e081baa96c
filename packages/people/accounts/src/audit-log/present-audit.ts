import type { AuditEntry } from '@gleaner/audit-log'
import type { AuditLogEntry } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'

/** Entries as replies show them, with the names of people and keys that there still are: the log itself knows ids only. */
export async function presentAudit(db: Database, entries: readonly AuditEntry[]): Promise<AuditLogEntry[]> {
  const names = await actorNames(db, entries)
  return entries.map(({ id, actor, action, target, details, createdAt }) => ({
    id: String(id),
    actor,
    actor_name: names.get(actor) ?? null,
    action,
    target,
    details,
    timestamp: createdAt.toISOString(),
  }))
}

/** By actor. */
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
