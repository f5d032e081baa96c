import { recordAudit } from '@gleaner/audit-log'
import { createBalance } from '@gleaner/billing'
import {
  ApiError,
  type Organization,
  type OrganizationCreate,
  type OrganizationList,
  type OrganizationUpdate,
  type Role,
  uuidv7,
} from '@gleaner/contracts'
import {
  BOUNDED,
  type Database,
  lockPlaces,
  type Prisma,
  type Queryable,
  type TransactionHandles,
} from '@gleaner/db'
import { type Asking, lockMembership, lockUser, organizationNotFound } from './membership.ts'
import { slugOf } from './slug.ts'

/** Creates an organization with its account and an empty balance; the user becomes its owner. Throws CONFLICT at the user's bound. */
export async function createOrganization(
  handles: TransactionHandles,
  userId: string,
  { name, description }: OrganizationCreate,
): Promise<Organization> {
  const { prisma, sql } = handles
  await lockUser(sql, userId)
  await refuseTooMany(sql, userId)
  const id = uuidv7()
  await prisma.account.create({ data: { id, name, kind: 'organization' } })
  await createBalance(sql, id)
  await prisma.organization.create({
    data: {
      accountId: id,
      slug: slugOf(name),
      description: description || null,
      memberships: { create: { userId, role: 'owner' } },
    },
  })
  await recordAudit(handles, { accountId: id, actor: `user:${userId}`, action: 'organization.created' })
  return await presentTo(prisma, { organizationId: id, userId })
}

/** The organizations that a user is in, oldest first. */
export async function listOrganizations(
  db: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrganizationList> {
  const { membership } = await db.prisma()
  const where = { userId }
  const [rows, total] = await Promise.all([
    membership.findMany({ where, select: SHOWN, orderBy: { accountId: 'asc' }, take: limit, skip: offset }),
    membership.count({ where }),
  ])
  return { organizations: rows.map(present), total }
}

/** Throws NOT_FOUND, also for an organization of others. */
export async function readOrganization(db: Database, asking: Asking): Promise<Organization> {
  return await presentTo(await db.prisma(), asking)
}

/** Changes the fields that are given; for admins and the owner. */
export async function updateOrganization(
  db: Database,
  asking: Asking,
  { name, description }: OrganizationUpdate,
): Promise<Organization> {
  return await db.transaction(async (handles) => {
    const { prisma, sql } = handles
    const { organizationId } = await lockMembership(sql, asking, 'admin')
    if (name !== undefined) await prisma.account.update({ where: { id: organizationId }, data: { name } })
    if (description !== undefined)
      await prisma.organization.update({
        where: { accountId: organizationId },
        data: { description: description || null },
      })
    const fields = Object.entries({ name, description }).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    )
    await recordAudit(handles, {
      accountId: organizationId,
      actor: `user:${asking.userId}`,
      action: 'organization.updated',
      details: { fields },
    })
    return await presentTo(prisma, asking)
  })
}

/** Throws CONFLICT when a user is in as many organizations as anybody may be. */
export async function refuseTooMany(sql: Queryable, userId: string): Promise<void> {
  if (!(await lockPlaces(sql, 'organization', userId)).isFull) return
  throw new ApiError(
    'CONFLICT',
    `You are in ${BOUNDED.organization.most} organizations, the most that one person may be in; leave one first.`,
  )
}

/** An organization as a member of it sees it; throws NOT_FOUND for everybody else. */
export async function presentTo(
  { membership }: Pick<Prisma.TransactionClient, 'membership'>,
  { organizationId, userId }: Asking,
): Promise<Organization> {
  const key = { accountId_userId: { accountId: organizationId, userId } }
  return present((await membership.findUnique({ where: key, select: SHOWN })) ?? organizationNotFound())
}

const SHOWN = {
  accountId: true,
  role: true,
  organization: {
    select: {
      slug: true,
      description: true,
      account: { select: { name: true, createdAt: true } },
      _count: { select: { memberships: true } },
    },
  },
} as const satisfies Prisma.MembershipSelect

function present({
  accountId,
  role,
  organization: { slug, description, account, _count },
}: Prisma.MembershipGetPayload<{ select: typeof SHOWN }>): Organization {
  return {
    id: accountId,
    name: account.name,
    slug,
    description,
    is_personal: false,
    role: role as Role,
    member_count: _count.memberships,
    created_at: account.createdAt.toISOString(),
  }
}
