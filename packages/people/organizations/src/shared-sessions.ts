import { recordAudit } from '@gleaner/audit-log'
import { ApiError, type Session } from '@gleaner/contracts'
import type { Queryable, TransactionHandles } from '@gleaner/db'
import { endSharing, type Holder, lockOwn, lockUsable, setShared, showSession } from '@gleaner/sessions'
import { type Asking, lockOrganization, organizationNotFound, readMembership } from './membership.ts'

/**
 * Lets the members of an organization use a session, in the place of whichever it was shared with. Throws SESSION_NOT_FOUND,
 * SESSION_INACTIVE, NOT_FOUND for an organization of others, FORBIDDEN for who may not change the session or is a plain member, and
 * CONFLICT for a session that an organization owns.
 */
export async function shareSession(
  both: TransactionHandles,
  holder: Holder,
  id: string,
  organizationId: string,
): Promise<Session> {
  const { sql } = both
  // In the order of whoever leaves, so that nobody waits for each other.
  await lockOrganization(sql, organizationId)
  const before = await lockOwn(sql, holder, id)
  await readMembership(sql, askingOf(holder, organizationId), 'admin')
  await refuseOfOrganization(sql, holder.accountId)
  if (before.organizationId === organizationId) return showSession(before, holder.accountId)
  if (before.organizationId) await stopSharing(both, holder, before.organizationId, id, 'shared_elsewhere')
  const session = await setShared(sql, holder, id, organizationId)
  await note(both, holder, organizationId, 'session.shared', id)
  return session
}

/** Throws SESSION_NOT_FOUND, SESSION_INACTIVE, or FORBIDDEN for who neither owns it nor manages the organization. */
export async function unshareSession(both: TransactionHandles, holder: Holder, id: string): Promise<Session> {
  const { sql } = both
  const before = await lockUsable(sql, holder, id)
  const { organizationId } = before
  if (before.accountId !== holder.accountId)
    await readMembership(sql, askingOf(holder, organizationId!), 'admin')
  if (organizationId) await stopSharing(both, holder, organizationId, id)
  return { ...showSession(before, holder.accountId), organization_id: null }
}

/** Ends what a person shares with an organization that they leave, while it is locked. */
export async function unshareAllOf(
  both: TransactionHandles,
  organizationId: string,
  userId: string,
  actor: Holder['actor'],
): Promise<void> {
  const ids = await endSharing(both.sql, { organizationId, sharedBy: userId }, actor, 'member_gone')
  for (const id of ids) await note(both, { actor }, organizationId, 'session.unshared', id)
}

async function stopSharing(
  both: TransactionHandles,
  holder: Holder,
  organizationId: string,
  sessionId: string,
  reason?: 'shared_elsewhere',
): Promise<void> {
  await endSharing(both.sql, { organizationId, sessionId }, holder.actor, reason)
  await note(both, holder, organizationId, 'session.unshared', sessionId)
}

function note(
  both: TransactionHandles,
  { actor }: Pick<Holder, 'actor'>,
  accountId: string,
  action: string,
  sessionId: string,
): Promise<void> {
  return recordAudit(both, { accountId, actor, action, target: `session:${sessionId}` })
}

/** A key that the operator made is nobody's, and nobody is in no organization. */
function askingOf({ userId = organizationNotFound() }: Holder, organizationId: string): Asking {
  return { organizationId, userId }
}

async function refuseOfOrganization(sql: Queryable, accountId: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM organization WHERE account_id = $1', [accountId])
  if (rowCount === 0) return
  throw new ApiError(
    'CONFLICT',
    'This session belongs to an organization: its members use it already, and it is shared with no other one.',
  )
}
