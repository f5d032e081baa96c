/** What somebody may do in an organization, the least first (`docs/decisions/0028-organizations.md`). */
export const ROLES = ['member', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** Whether a role may do what needs another one: that one itself, or more. */
export function covers(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
