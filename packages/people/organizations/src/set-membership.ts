import { recordAudit } from '@gleaner/audit-log'
import type { GivenRole } from '@gleaner/contracts'
import { lockPlaces, type TransactionHandles } from '@gleaner/db'
import { takeOut } from './members.ts'
import { type Asking, lockOrganization, lockUser, roleOf } from './membership.ts'
import { withdrawInvitationsOf } from './withdraw-invitations.ts'

/**
 * Gives a person the role that somebody above the organization's own people says, or takes them out of it (undefined). The owner stays
 * what they are. Nothing happens in an organization that is gone, to a person who is, or where one of the bounds is reached.
 */
export async function setMembership(
  handles: TransactionHandles,
  { organizationId, userId }: Asking,
  role: GivenRole | undefined,
): Promise<void> {
  const { prisma, sql } = handles
  await lockUser(sql, userId)
  await lockOrganization(sql, organizationId)
  const former = await roleOf(sql, organizationId, userId)
  if (former === 'owner' || former === role) return
  const key = { accountId_userId: { accountId: organizationId, userId } }
  if (!role) await takeOut(handles, organizationId, userId, 'system')
  else if (former) {
    if (role === 'member') await withdrawInvitationsOf(sql, organizationId, userId)
    await prisma.membership.update({ where: key, data: { role } })
  } else if (!(await hasPlace(handles, { organizationId, userId }))) return
  else await prisma.membership.create({ data: { accountId: organizationId, userId, role } })
  await recordAudit(handles, {
    accountId: organizationId,
    actor: 'system',
    action: role ? (former ? 'member.role_changed' : 'member.joined') : 'member.removed',
    target: `user:${userId}`,
    details: { ...(former && { from: former }), ...(role && { to: role }) },
  })
}

async function hasPlace(
  { prisma, sql }: TransactionHandles,
  { organizationId, userId }: Asking,
): Promise<boolean> {
  if (!(await prisma.organization.findUnique({ where: { accountId: organizationId } }))) return false
  if ((await lockPlaces(sql, 'organization', userId)).isFull) return false
  return !(await lockPlaces(sql, 'member', organizationId)).isFull
}
