import { isAhead, type Queryable } from '@gleaner/db'
import type { UserCaller } from '../callers/caller.ts'

/** The session of a person who has signed in, and the account that they act for. */
export type SignInInUse = Pick<UserCaller, 'sessionId' | 'accountId'>

/** Which of these sessions still stand for their callers, as `readValidKeys` tells it of keys. */
export async function readValidSignIns(db: Queryable, sessions: readonly SignInInUse[]): Promise<boolean[]> {
  const { rows } = await db.query<{ at: number }>({
    name: 'read-valid-sign-ins',
    text: READ_VALID_SESSIONS,
    values: [sessions.map(({ sessionId }) => sessionId), sessions.map(({ accountId }) => accountId)],
  })
  const valid = new Set(rows.map((row) => row.at))
  return sessions.map((_, index) => valid.has(index + 1))
}

const READ_VALID_SESSIONS = `
  SELECT used.at::int
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS used(session_id, account_id, at)
    JOIN user_session ON user_session.id = used.session_id AND ${isAhead('user_session.expires_at')}
    JOIN app_user ON app_user.id = user_session.user_id
    JOIN account own ON own.id = app_user.account_id AND own.blocked_at IS NULL
    JOIN account ON account.id = used.account_id AND account.blocked_at IS NULL
  WHERE used.account_id = own.id OR EXISTS (
    SELECT FROM membership WHERE membership.user_id = app_user.id AND membership.account_id = used.account_id)`
