import { ApiError } from '@gleaner/contracts/errors'
import type { Queryable } from '@gleaner/db'
import { notFound, type SessionUser } from './read-sessions.ts'
import { leadsFrom } from './session-states.ts'
import { SESSION_COLUMNS, type SessionRow } from './show-session.ts'
import { mayUse } from './usable-sessions-sql.ts'

export interface LockedSession extends SessionRow {
  dataKey: Buffer
  secret: Buffer
}

/** The row that is to be changed, locked until the end of the transaction. Throws SESSION_NOT_FOUND, SESSION_INACTIVE or FORBIDDEN. */
export async function lockOwn(sql: Queryable, user: SessionUser, id: string): Promise<LockedSession> {
  const row = await lockUsable(sql, user, id)
  if (row.accountId === user.accountId) return row
  throw new ApiError(
    'FORBIDDEN',
    'This session is shared with you; only the account that made it may change it.',
  )
}

/** The same for all who may use it. Throws SESSION_NOT_FOUND or SESSION_INACTIVE. */
export async function lockUsable(
  sql: Queryable,
  { accountId, userId }: SessionUser,
  id: string,
): Promise<LockedSession> {
  const { rows } = await sql.query<LockedSession>(
    `SELECT ${SESSION_COLUMNS}, data_key AS "dataKey", secret
     FROM login_session WHERE id = $3 AND ${mayUse({ account: '$1::uuid', user: '$2::uuid' })} FOR UPDATE`,
    [accountId, userId, id],
  )
  const row = rows[0] ?? notFound(id)
  if (!leadsFrom('delete', row.status))
    throw new ApiError(
      'SESSION_INACTIVE',
      `The session ${id} was deleted; make another one with POST /sessions.`,
    )
  return row
}
