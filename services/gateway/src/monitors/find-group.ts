import type { Caller } from '@gleaner/accounts'
import { invalidRequest } from '@gleaner/contracts'
import { type OpenedGroup, openGroup } from '@gleaner/monitors'
import type { Context } from '../context.ts'

/** The group that a monitor of the caller's is to be in. Throws NOT_FOUND, and INVALID_REQUEST for one of keys of the other kind. */
export async function findGroup(
  { jobs }: Context,
  { accountId, test }: Caller,
  groupId: string | null | undefined,
): Promise<OpenedGroup | undefined> {
  if (groupId == null) return undefined
  const group = await openGroup(jobs, jobs.pool, accountId, groupId)
  if (group.test === test) return group
  throw invalidRequest([
    {
      path: 'group_id',
      message: `is a group that was made with a ${group.test ? 'test' : 'live'} key, for monitors of such keys`,
    },
  ])
}
