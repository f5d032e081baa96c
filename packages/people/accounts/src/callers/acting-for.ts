import type { Role } from '@gleaner/contracts'
import { ACCOUNT_COLUMNS, type AccountRow, actingFor } from './caller.ts'
import { blocked, noSuchOrganization } from './refusals.ts'

/** The account that a credential acts for, as parts of the statement that looks the credential up: the same query tells both. */
interface ActingSql {
  columns: string
  joins: string
}

/** Its own account, whose id is the expression `own`. */
export function actingForOwn(own: string): ActingSql {
  return {
    columns: ACCOUNT_COLUMNS,
    joins: `
      JOIN account ON account.id = ${own}
      JOIN balance ON balance.account_id = account.id`,
  }
}

/**
 * The account that `$2` names: its own, or an organization that the user of the id `person` is a member of. Whatever else it names, the
 * row has nothing of an account.
 */
export function actingForNamed(own: string, person: string): ActingSql {
  return {
    columns: `membership.role, own.blocked_at IS NOT NULL AS "ownBlocked", ${ACCOUNT_COLUMNS}`,
    joins: `
      JOIN account own ON own.id = ${own}
      LEFT JOIN membership ON membership.user_id = ${person} AND membership.account_id = $2
      LEFT JOIN account ON account.id = $2 AND (own.id = $2 OR membership.role IS NOT NULL)
      LEFT JOIN balance ON balance.account_id = account.id`,
  }
}

/** What `actingForOwn` selects, or `actingForNamed`. */
export type ActingRow = AccountRow | NamedRow
type NamedRow = (AccountRow | { accountId: null }) & { role: Role | null; ownBlocked: boolean }

/** Throws FORBIDDEN when the credential's account or the one acted for is blocked, or the named one is not open to it. */
export function readActing(row: ActingRow): ReturnType<typeof actingFor> {
  const role = 'role' in row ? row.role : null
  if ('ownBlocked' in row && row.ownBlocked) throw blocked()
  if (row.accountId === null) throw noSuchOrganization()
  if (row.blocked) throw blocked()
  return actingFor(row, role ?? undefined)
}
