import type { Caller } from '@gleaner/accounts'
import { ApiError, covers, type Endpoint } from '@gleaner/contracts'

/** Throws FORBIDDEN when the caller's role in the organization that they act for does not cover an endpoint. */
export function checkRole({ kind, role }: Caller, { role: needed }: Pick<Endpoint, 'role'>): void {
  if (needed === undefined || covers(role, needed)) return
  const who = kind === 'key' ? 'This API key acts for the organization as' : 'In this organization you are'
  const enough = needed === 'admin' ? 'an admin or the owner' : 'the owner'
  throw new ApiError('FORBIDDEN', `${who} ${role}; this needs ${enough}.`, { role, needed_role: needed })
}
