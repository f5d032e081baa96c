import type { Actor } from '@gleaner/audit-log'
import { holdCall } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts/ids'
import { isAhead, lockKind, type Queryable } from '@gleaner/db'
import { checkUnfinished } from '@gleaner/queue/work'
import { type AskedLogin, COLUMNS, GRACE_MS, type ManualLoginRow, OPEN_MS, WAIT_MS } from './manual-login.ts'

export interface NewLogin {
  accountId: string
  apiKeyId: string | null
  actor: Actor
  request: AskedLogin
}

/**
 * Writes a login by hand down that a browser is to be opened for, and sets its price aside, in the caller's transaction. Throws
 * CONCURRENCY_LIMITED when the account has as many as may be, INSUFFICIENT_BALANCE and SPEND_LIMIT_EXCEEDED.
 */
export async function beginLogin(sql: Queryable, asked: NewLogin): Promise<ManualLoginRow> {
  const { accountId, apiKeyId, actor, request } = asked
  await checkRoom(sql, accountId)
  const id = uuidv7()
  const { rows } = await sql.query<ManualLoginRow>(
    `INSERT INTO manual_login (id, account_id, api_key_id, actor, request, deadline_at)
     VALUES ($1, $2, $3, $4, $5, now() + ${WAIT_MS} * interval '1 millisecond') RETURNING ${COLUMNS}`,
    [id, accountId, apiKeyId, actor, JSON.stringify(request)],
  )
  await holdCall(sql, { id, accountId, apiKeyId, kind: 'manual-login' }, WAIT_MS + OPEN_MS + GRACE_MS)
  return rows[0]!
}

async function checkRoom(sql: Queryable, accountId: string): Promise<void> {
  await lockKind(sql, 'manual-login', accountId)
  const { rows } = await sql.query<{ unfinished: number }>(
    `SELECT count(*)::int AS unfinished FROM manual_login WHERE account_id = $1 AND ended_at IS NULL AND ${isAhead('deadline_at')}`,
    [accountId],
  )
  checkUnfinished('manual-login', rows[0]!.unfinished, 'logins by hand')
}
