import { recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  type Organization,
  type ReceivedInvitation,
  type ReceivedInvitationList,
} from '@gleaner/contracts'
import {
  BOUNDED,
  type Database,
  lockPlaces,
  type Prisma,
  type Queryable,
  type TransactionHandles,
} from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { type InvitationRow, OPEN, presentInvitation, SHOWN } from './invitations.ts'
import { lockOrganization, lockUser, roleOf } from './membership.ts'
import { presentTo, refuseTooMany } from './organizations.ts'

/** The open invitations of a user's address, newest first. Their links are in the mails alone. */
export async function listReceivedInvitations(
  db: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReceivedInvitationList> {
  const { invitation, user } = await db.prisma()
  const { email } = await user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  const where = { email, accountId: { not: null }, ...OPEN() }
  const [rows, total] = await Promise.all([
    invitation.findMany({ where, select: SHOWN, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    invitation.count({ where }),
  ])
  return { invitations: rows.map(presentReceived), total }
}

/** What a link stands for; throws NOT_FOUND when it does not work any more. */
export async function readInvitation(db: Database, token: string): Promise<ReceivedInvitation> {
  return presentReceived(await findOpen(await db.prisma(), token))
}

/**
 * Makes a user a member by the link of a mail to the user's own address. Throws NOT_FOUND for a link that does not work, FORBIDDEN for one
 * to another address, CONFLICT at a bound. Who is a member already, by this link or otherwise, stays as they are.
 */
export async function acceptInvitation(db: Database, userId: string, token: string): Promise<Organization> {
  return await db.transaction(async (handles) => {
    const { prisma, sql } = handles
    await lockUser(sql, userId)
    const before = await findSent(prisma, token)
    await refuseOtherAddress(prisma, userId, before.email)
    await lockOrganization(sql, before.organization.accountId)
    const asking = { organizationId: before.organization.accountId, userId }
    if (!(await roleOf(sql, asking.organizationId, userId))) {
      // Again, as whoever held the organization may have withdrawn it.
      const { role } = await findOpen(prisma, token)
      await refuseTooMany(sql, userId)
      await refuseFull(sql, asking.organizationId)
      await prisma.membership.create({ data: { accountId: asking.organizationId, userId, role } })
    }
    await answer(handles, before, 'accepted', `user:${userId}`)
    return await presentTo(prisma, asking)
  })
}

/**
 * The link does not work any more. Takes no account: who declines should not have to make one, and stands in no log. Nothing happens the
 * second time.
 */
export async function declineInvitation(db: Database, token: string): Promise<void> {
  await db.transaction(async (handles) => {
    const before = await findSent(handles.prisma, token)
    await lockOrganization(handles.sql, before.organization.accountId)
    await answer(handles, before, 'declined', 'system')
  })
}

type SentInvitation = InvitationRow & { organization: NonNullable<InvitationRow['organization']> }

/** An invitation that can be accepted. */
async function findOpen({ invitation }: Pick<Prisma.TransactionClient, 'invitation'>, token: string) {
  const where = { tokenHash: storedHash(token), accountId: { not: null }, ...OPEN() }
  return sentOrNotFound(await invitation.findFirst({ where, select: SHOWN }))
}

/** An invitation that could or can be accepted. */
async function findSent({ invitation }: Pick<Prisma.TransactionClient, 'invitation'>, token: string) {
  const where = { tokenHash: storedHash(token), accountId: { not: null } }
  return sentOrNotFound(await invitation.findFirst({ where, select: SHOWN }))
}

function sentOrNotFound(row: InvitationRow | null): SentInvitation {
  if (row?.organization) return { ...row, organization: row.organization }
  throw new ApiError(
    'NOT_FOUND',
    'This invitation does not exist, was answered or withdrawn, or has expired; ask for a new one.',
  )
}

async function refuseOtherAddress(
  { user }: Prisma.TransactionClient,
  userId: string,
  email: string,
): Promise<void> {
  const { email: own } = await user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  if (own === email) return
  throw new ApiError(
    'FORBIDDEN',
    'This invitation was sent to another e-mail address than that of your account; sign in with the one that was invited.',
  )
}

async function refuseFull(sql: Queryable, accountId: string): Promise<void> {
  if (!(await lockPlaces(sql, 'member', accountId)).isFull) return
  throw new ApiError(
    'CONFLICT',
    `This organization has ${BOUNDED.member.most} members, the most that it may have.`,
  )
}

/** Closes an invitation that is open, and notes who has. */
async function answer(
  handles: TransactionHandles,
  { id, organization, role }: SentInvitation,
  state: 'accepted' | 'declined',
  actor: `user:${string}` | 'system',
): Promise<void> {
  const { count } = await handles.prisma.invitation.updateMany({
    where: { id, state: 'open' },
    data: { state },
  })
  if (count === 0) return
  const accountId = organization.accountId
  await recordAudit(handles, {
    accountId,
    actor,
    action: `invitation.${state}`,
    target: `invitation:${id}`,
    details: { role },
  })
}

function presentReceived(row: InvitationRow): ReceivedInvitation {
  const { organization } = sentOrNotFound(row)
  return {
    ...presentInvitation(row),
    organization: { id: organization.accountId, name: organization.account.name },
  }
}
