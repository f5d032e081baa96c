import { recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  type GivenRole,
  type Invitation,
  type InvitationCreate,
  type InvitationList,
  uuidv7,
} from '@gleaner/contracts'
import {
  BOUNDED,
  type Database,
  hasCome,
  lockPlaces,
  type Prisma,
  type Queryable,
  type TransactionHandles,
} from '@gleaner/db'
import { queueMail } from '@gleaner/mail'
import { DAY_MS } from '@gleaner/runtime/units'
import type { SecretBox } from '@gleaner/security/secret-box'
import { storedHash } from '@gleaner/security/stored-hash'
import { invitationMail } from './invitation-mail.ts'
import { createInvitationToken } from './invitation-token.ts'
import { ORGANIZATION_LIMITS } from './limits.ts'
import {
  type Asking,
  forbidden,
  lockMembership,
  lockUser,
  type Membership,
  manages,
  readMembership,
} from './membership.ts'

export interface InvitationsContext {
  secretBox: SecretBox
  /** Under which people reach the service: links in mails begin with it. */
  publicUrl: string
}

const LIFETIME_MS = ORGANIZATION_LIMITS.invitationDays * DAY_MS

/**
 * Invites an address, which need not belong to an account, by a mail with a link that works for 7 days. An open invitation of the same
 * address is replaced, its link with it. Throws CONFLICT for a member and at the
 * organization's bound, RATE_LIMITED at the person's.
 */
export async function invite(
  ctx: InvitationsContext,
  handles: TransactionHandles,
  asking: Asking,
  { email, role }: InvitationCreate,
): Promise<Invitation> {
  const { prisma, sql } = handles
  await lockUser(sql, asking.userId)
  const acting = await lockMembership(sql, asking, 'admin')
  if (!manages(acting.role, role)) throw forbidden(acting.role, 'only the owner makes somebody an admin')
  await forgetExpired(sql)
  await refuseMember(prisma, acting.organizationId, email)
  await refuseTooManyMails(sql, asking.userId, email)
  const former = await withdrawOpen(sql, acting.organizationId, email)
  if (!former) await refuseTooManyOpen(sql, acting.organizationId)

  const token = createInvitationToken()
  const id = uuidv7()
  const row = await prisma.invitation.create({
    data: {
      id,
      accountId: acting.organizationId,
      email,
      role,
      tokenHash: storedHash(token),
      invitedBy: asking.userId,
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    },
    select: SHOWN,
  })
  const mail = invitationMail(ctx.publicUrl, token, {
    organization: row.organization!.account.name,
    inviter: row.inviter!.email,
    role,
    expiresAt: row.expiresAt,
  })
  await queueMail(sql, ctx.secretBox, { to: email, ...mail, usefulMs: LIFETIME_MS })
  await record(handles, acting, 'invitation.created', id, { role })
  return presentInvitation(row)
}

/** The open invitations of an organization, newest first; for admins and the owner. */
export async function listInvitations(
  db: Database,
  asking: Asking,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvitationList> {
  const { organizationId } = await readMembership(db.pool, asking, 'admin')
  const { invitation } = await db.prisma()
  const where = { accountId: organizationId, ...OPEN() }
  const [rows, total] = await Promise.all([
    invitation.findMany({ where, select: SHOWN, orderBy: { id: 'desc' }, take: limit, skip: offset }),
    invitation.count({ where }),
  ])
  return { invitations: rows.map(presentInvitation), total }
}

/** Its link does not work any more. Throws NOT_FOUND when it is not open. */
export async function revokeInvitation(db: Database, asking: Asking, id: string): Promise<void> {
  await db.transaction(async (handles) => {
    const acting = await lockMembership(handles.sql, asking, 'admin')
    const where = { id, accountId: acting.organizationId, ...OPEN() }
    const open = await handles.prisma.invitation.findFirst({ where, select: { role: true } })
    if (!open) throw new ApiError('NOT_FOUND', 'This organization has no such open invitation.')
    if (!manages(acting.role, open.role as GivenRole))
      throw forbidden(acting.role, 'only the owner makes somebody an admin')
    await handles.prisma.invitation.update({ where: { id }, data: { state: 'revoked' } })
    await record(handles, acting, 'invitation.revoked', id)
  })
}

/** Invitations that can be accepted, for Prisma. */
export const OPEN = () => ({ state: 'open', expiresAt: { gt: new Date() } })

/** Expired ones count for nothing any more. Those that somebody else is at are left to them: nobody waits for each other. */
async function forgetExpired(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE ${hasCome('expires_at')} LIMIT 100 FOR UPDATE SKIP LOCKED)`,
  )
}

async function refuseMember(
  { membership }: Prisma.TransactionClient,
  accountId: string,
  email: string,
): Promise<void> {
  const member = await membership.findFirst({ where: { accountId, user: { email } }, select: { role: true } })
  if (member) throw new ApiError('CONFLICT', `This person is in the organization already, as ${member.role}.`)
}

/** The person who invites is locked, so nobody passes a bound by inviting a hundred times at once. */
async function refuseTooManyMails(db: Queryable, userId: string, email: string): Promise<void> {
  const { invitationsPerDay, invitationsToOneAddressPerDay } = ORGANIZATION_LIMITS
  // When the oldest of the last so many is a day old there is room for one more.
  const { rows } = await db.query<{ same: number | null; all: number | null }>(
    `SELECT ${secondsUntilFree('email = $2', '$3')} AS same, ${secondsUntilFree('true', '$4')} AS all`,
    [userId, email, invitationsToOneAddressPerDay - 1, invitationsPerDay - 1],
  )
  const { same, all } = rows[0]!
  if (same)
    throw tooMany(`You may invite one address ${invitationsToOneAddressPerDay} times within 24 hours`, same)
  if (all) throw tooMany(`You may send ${invitationsPerDay} invitations within 24 hours`, all)
}

/** SQL: how many seconds from now the user `$1` may send another invitation; null when that is now. */
function secondsUntilFree(which: string, others: string): string {
  return `(
    SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::float8
    FROM invitation WHERE invited_by = $1 AND created_at > now() - interval '1 day' AND ${which}
    ORDER BY created_at DESC OFFSET ${others} LIMIT 1)`
}

function tooMany(bound: string, seconds: number): ApiError {
  return new ApiError('RATE_LIMITED', `${bound}; try again later.`, {
    retry_after_seconds: Math.max(1, seconds),
  })
}

/** Says whether there was one. */
async function withdrawOpen(db: Queryable, accountId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE invitation SET state = 'revoked' WHERE account_id = $1 AND email = $2 AND state = 'open'",
    [accountId, email],
  )
  return rowCount === 1
}

async function refuseTooManyOpen(sql: Queryable, accountId: string): Promise<void> {
  if (!(await lockPlaces(sql, 'invitation', accountId)).isFull) return
  throw new ApiError(
    'CONFLICT',
    `This organization has ${BOUNDED.invitation.most} open invitations, the most that it may have; revoke one first.`,
  )
}

async function record(
  handles: TransactionHandles,
  { organizationId, userId }: Membership,
  action: string,
  id: string,
  details: { role?: GivenRole } = {},
): Promise<void> {
  const entry = {
    accountId: organizationId,
    actor: `user:${userId}` as const,
    action,
    target: `invitation:${id}`,
    details,
  }
  await recordAudit(handles, entry)
}

export const SHOWN = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  expiresAt: true,
  inviter: { select: { email: true } },
  organization: { select: { accountId: true, account: { select: { name: true } } } },
} as const satisfies Prisma.InvitationSelect

export type InvitationRow = Prisma.InvitationGetPayload<{ select: typeof SHOWN }>

export function presentInvitation({
  id,
  email,
  role,
  createdAt,
  expiresAt,
  inviter,
}: InvitationRow): Invitation {
  return {
    id,
    email,
    role: role as GivenRole,
    invited_by: inviter?.email ?? null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}
