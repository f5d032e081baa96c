import { ApiError, covers, ROLES, type Role } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** A person in an organization: who acts, and in which role. */
export interface Membership {
  organizationId: string
  userId: string
  role: Role
}

/** Who asks for what in an organization. */
export interface Asking {
  organizationId: string
  userId: string
}

/** The membership of who asks; throws NOT_FOUND where there is none, and FORBIDDEN when its role does not cover `needed`. */
export async function readMembership(
  db: Queryable,
  { organizationId, userId }: Asking,
  needed: Role = 'member',
): Promise<Membership> {
  const role = (await roleOf(db, organizationId, userId)) ?? organizationNotFound()
  if (!covers(role, needed))
    throw forbidden(role, `this needs ${needed === 'owner' ? 'the owner' : 'an admin or the owner'}`)
  return { organizationId, userId, role }
}

/**
 * The same, and holds the organization until the transaction ends: whatever changes who is in it, and as what, comes one after the
 * other, so that each sees what the one before has left.
 */
export async function lockMembership(db: Queryable, asking: Asking, needed?: Role): Promise<Membership> {
  await lockOrganization(db, asking.organizationId)
  return await readMembership(db, asking, needed)
}

export async function lockOrganization(db: Queryable, organizationId: string): Promise<void> {
  await db.query('SELECT FROM organization WHERE account_id = $1 FOR UPDATE', [organizationId])
}

/**
 * Holds a user until the transaction ends, so that what is counted for them stays counted. Before an organization is locked, never
 * after: in one order nobody waits for each other. Throws UNAUTHENTICATED when the user was deleted at this moment.
 */
export async function lockUser(db: Queryable, userId: string): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId])
  if (rowCount === 0) throw new ApiError('UNAUTHENTICATED', 'This user does not exist any more.')
}

export async function roleOf(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Role | undefined> {
  const { rows } = await db.query<{ role: Role }>(
    'SELECT role FROM membership WHERE account_id = $1 AND user_id = $2',
    [organizationId, userId],
  )
  return rows[0]?.role
}

/**
 * Whether a role manages another: removes who has it, and gives it. Admins and the owner manage what ranks below them:
 * admins members only, the owner admins too (`docs/decisions/0028-organizations.md`).
 */
export function manages(role: Role, other: Role): boolean {
  return covers(role, 'admin') && ROLES.indexOf(role) > ROLES.indexOf(other)
}

export function forbidden(role: Role, remedy: string): ApiError {
  return new ApiError('FORBIDDEN', `In this organization you are ${role}; ${remedy}.`, { role })
}

/** The same for one that does not exist and for one of others. */
export function organizationNotFound(): never {
  throw new ApiError('NOT_FOUND', 'You are in no such organization; GET /organizations lists yours.')
}
