import { type Actor, recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  type GivenRole,
  type Member,
  type MemberList,
  type Organization,
  type Role,
} from '@gleaner/contracts'
import type { Database, Prisma, TransactionHandles } from '@gleaner/db'
import {
  type Asking,
  forbidden,
  lockMembership,
  type Membership,
  manages,
  readMembership,
  roleOf,
} from './membership.ts'
import { presentTo } from './organizations.ts'
import { unshareAllOf } from './shared-sessions.ts'
import { withdrawInvitationsOf } from './withdraw-invitations.ts'

/** Who is in an organization, those first who came first; for every member. */
export async function listMembers(
  db: Database,
  asking: Asking,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberList> {
  const { organizationId } = await readMembership(db.pool, asking)
  const { membership } = await db.prisma()
  const where = { accountId: organizationId }
  const orderBy = [{ createdAt: 'asc' as const }, { term: 'asc' as const }]
  const [rows, total] = await Promise.all([
    membership.findMany({ where, select: SHOWN, orderBy, take: limit, skip: offset }),
    membership.count({ where }),
  ])
  return { members: rows.map(present), total }
}

/** Gives a member another role: one below the asking person's, to somebody below. Throws FORBIDDEN, or NOT_FOUND for no member. */
export async function changeRole(
  db: Database,
  asking: Asking,
  memberId: string,
  role: GivenRole,
): Promise<Member> {
  return await db.transaction(async (handles) => {
    const { prisma, sql } = handles
    const acting = await lockMembership(sql, asking, 'admin')
    const former = await managedRole(handles, acting, memberId)
    if (!manages(acting.role, role)) throw forbidden(acting.role, 'only the owner makes somebody an admin')
    const key = { accountId_userId: { accountId: acting.organizationId, userId: memberId } }
    const row = await prisma.membership.update({ where: key, data: { role }, select: SHOWN })
    if (role !== former) {
      if (role === 'member') await withdrawInvitationsOf(sql, acting.organizationId, memberId)
      await record(handles, acting, 'member.role_changed', memberId, { from: former, to: role })
    }
    return present(row)
  })
}

/** Takes a member below the asking person out, or the asking person: that is leaving. */
export async function removeMember(db: Database, asking: Asking, memberId: string): Promise<void> {
  if (memberId === asking.userId) return await leaveOrganization(db, asking)
  await db.transaction(async (handles) => {
    const acting = await lockMembership(handles.sql, asking, 'admin')
    await managedRole(handles, acting, memberId)
    await takeOut(handles, acting.organizationId, memberId, `user:${asking.userId}`)
    await record(handles, acting, 'member.removed', memberId)
  })
}

/** Throws CONFLICT for the owner, without whom nobody could manage it. */
export async function leaveOrganization(db: Database, asking: Asking): Promise<void> {
  await db.transaction(async (handles) => {
    const acting = await lockMembership(handles.sql, asking)
    if (acting.role === 'owner') {
      throw new ApiError(
        'CONFLICT',
        'You are the owner: hand the organization over with POST /organizations/{id}/transfer first, or delete it.',
      )
    }
    await takeOut(handles, acting.organizationId, asking.userId, `user:${asking.userId}`)
    await record(handles, acting, 'member.left', asking.userId)
  })
}

/** Makes a member the owner, and the owner an admin. Throws NOT_FOUND when the other is no member. */
export async function transferOwnership(
  db: Database,
  asking: Asking,
  memberId: string,
): Promise<Organization> {
  return await db.transaction(async (handles) => {
    const { prisma, sql } = handles
    const acting = await lockMembership(sql, asking, 'owner')
    if (memberId !== asking.userId) {
      if (!(await roleOf(sql, acting.organizationId, memberId))) throw memberNotFound()
      // In this order: there are never two owners, and none only until the commit.
      await setRole(prisma, acting.organizationId, asking.userId, 'admin')
      await setRole(prisma, acting.organizationId, memberId, 'owner')
      await record(handles, acting, 'organization.transferred', memberId)
    }
    return await presentTo(prisma, asking)
  })
}

/** The role of a member whom the acting person manages; throws NOT_FOUND or FORBIDDEN. */
async function managedRole({ sql }: TransactionHandles, acting: Membership, memberId: string): Promise<Role> {
  const role = await roleOf(sql, acting.organizationId, memberId)
  if (!role) throw memberNotFound()
  if (manages(acting.role, role)) return role
  throw forbidden(
    acting.role,
    acting.role === 'owner'
      ? 'hand that over with POST /organizations/{id}/transfer'
      : 'admins manage members only',
  )
}

/** Also withdraws the invitations that the member has sent: somebody who was removed lets nobody in. What they share is theirs alone again. */
export async function takeOut(
  handles: TransactionHandles,
  accountId: string,
  userId: string,
  actor: Actor,
): Promise<void> {
  const { prisma, sql } = handles
  await withdrawInvitationsOf(sql, accountId, userId)
  await unshareAllOf(handles, accountId, userId, actor)
  await prisma.membership.delete({ where: { accountId_userId: { accountId, userId } } })
}

async function setRole(
  { membership }: Prisma.TransactionClient,
  accountId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await membership.update({ where: { accountId_userId: { accountId, userId } }, data: { role } })
}

async function record(
  handles: TransactionHandles,
  { organizationId, userId }: Membership,
  action: string,
  memberId: string,
  details: { from?: Role; to?: Role } = {},
): Promise<void> {
  const entry = {
    accountId: organizationId,
    actor: `user:${userId}` as const,
    action,
    target: `user:${memberId}`,
    details,
  }
  await recordAudit(handles, entry)
}

function memberNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'This organization has no such member.')
}

const SHOWN = {
  userId: true,
  role: true,
  createdAt: true,
  user: { select: { email: true, name: true } },
} as const satisfies Prisma.MembershipSelect

function present({
  userId,
  role,
  createdAt,
  user,
}: Prisma.MembershipGetPayload<{ select: typeof SHOWN }>): Member {
  return {
    user_id: userId,
    email: user.email,
    name: user.name,
    role: role as Role,
    joined_at: createdAt.toISOString(),
  }
}
