import { recordAudit } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { takeOut } from './members.ts'
import { lockOrganization, lockUser } from './membership.ts'

/**
 * Takes a user out of all organizations, in the transaction that then deletes the user. Throws CONFLICT for the owner of one, which
 * somebody has to pay for and manage. Until the transaction ends nobody can make the user a member or an owner.
 */
export async function leaveAllOrganizations(handles: TransactionHandles, userId: string): Promise<void> {
  const { prisma, sql } = handles
  await lockUser(sql, userId)
  const where = { userId }
  const all = await prisma.membership.findMany({
    where,
    select: { accountId: true },
    orderBy: { accountId: 'asc' },
  })
  for (const { accountId } of all) await lockOrganization(sql, accountId)
  // Again: what the user was may have changed before the organizations were held.
  const select = {
    accountId: true,
    role: true,
    organization: { select: { account: { select: { name: true } } } },
  }
  const memberships = await prisma.membership.findMany({ where, select })
  const owned = memberships.filter(({ role }) => role === 'owner')
  if (owned.length > 0)
    throw stillOwner(
      owned.map(({ accountId, organization }) => ({ id: accountId, name: organization.account.name })),
    )
  for (const { accountId } of memberships) {
    const actor = `user:${userId}` as const
    await takeOut(handles, accountId, userId, actor)
    await recordAudit(handles, { accountId, actor, action: 'member.left', target: actor })
  }
}

function stillOwner(organizations: { id: string; name: string }[]): ApiError {
  return new ApiError(
    'CONFLICT',
    'You own organizations: hand each over with POST /organizations/{id}/transfer, or delete it, before you delete your account.',
    { organizations },
  )
}
