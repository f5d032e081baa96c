import type { Session, SessionList, SessionQuery } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { sessionDomain } from '@gleaner/cookie-rules/session-domain'
import type { Queryable } from '@gleaner/db'
import { STATUS_NOW } from './session-expiry.ts'
import { SESSION_COLUMNS, type SessionRow, showSession } from './show-session.ts'
import { isOwn, mayUse } from './usable-sessions-sql.ts'

/** Who asks: the account that they act for, and the person, where one is known. */
export interface SessionUser {
  accountId: string
  userId: string | undefined
}

const USER = { account: '$1::uuid', user: '$2::uuid' }

/** The sessions of an account, newest first, and those that others share with who asks, where they are asked for. Deleted ones are not among them. */
export async function listSessions(
  db: Queryable,
  user: SessionUser,
  { include_shared, domain, status, limit, offset }: SessionQuery,
): Promise<SessionList> {
  const where = `FROM login_session
    WHERE ${mayUse(USER)} AND ($3 OR ${isOwn(USER.account)}) AND login_session.deleted_at IS NULL
      AND ($4::text IS NULL OR login_session.domain = $4) AND ($5::text IS NULL OR ${STATUS_NOW} = $5)`
  const asked = domain === undefined ? undefined : (sessionDomain(domain).domain ?? domain)
  const values = [user.accountId, user.userId, include_shared, asked, status]
  const [page, count] = await Promise.all([
    db.query<SessionRow>(
      `SELECT ${SESSION_COLUMNS} ${where} ORDER BY login_session.id DESC LIMIT $6 OFFSET $7`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total ${where}`, values),
  ])
  const sessions = page.rows.map((row) => showSession(row, user.accountId))
  return { sessions, total: count.rows[0]!.total, limit, offset }
}

/** Throws SESSION_NOT_FOUND for what is not there, or not theirs to use. */
export async function readSession(db: Queryable, user: SessionUser, id: string): Promise<Session> {
  const { rows } = await db.query<SessionRow>(
    `SELECT ${SESSION_COLUMNS} FROM login_session
     WHERE login_session.id = $3 AND ${mayUse(USER)}`,
    [user.accountId, user.userId, id],
  )
  return showSession(rows[0] ?? notFound(id), user.accountId)
}

export function notFound(id: string): never {
  throw new ApiError('SESSION_NOT_FOUND', `There is no session ${id} in this account.`)
}
