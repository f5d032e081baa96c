import { covers, type GivenRole } from '@gleaner/contracts'

/** What a group of the provider is in an organization. */
export interface GroupRole {
  group: string
  organizationId: string
  role: GivenRole
}

const ROW = /^(.+)=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(member|admin)$/

/** Rows of SSO_ROLES; undefined when one is none. */
export function parseGroupRoles(rows: readonly string[]): GroupRole[] | undefined {
  const parsed = rows.map((row) => ROW.exec(row))
  if (parsed.includes(null)) return undefined
  return parsed.map((match) => ({
    group: match![1]!,
    organizationId: match![2]!,
    role: match![3] as GivenRole,
  }))
}

/**
 * The role that groups give in each organization that the table names, the highest of several; undefined where they give none. In the
 * order of the organizations' ids, in which they are locked.
 */
export function rolesOf(
  table: readonly GroupRole[],
  groups: readonly string[],
): Map<string, GivenRole | undefined> {
  const roles = new Map<string, GivenRole | undefined>(
    table
      .map(({ organizationId }) => organizationId)
      .sort()
      .map((id) => [id, undefined]),
  )
  for (const { group, organizationId, role } of table) {
    const given = roles.get(organizationId)
    if (groups.includes(group) && (!given || covers(role, given))) roles.set(organizationId, role)
  }
  return roles
}
