import type { SessionStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { SessionUser } from './read-sessions.ts'
import { STATUS_NOW } from './session-expiry.ts'
import { isOwn, mayUse } from './usable-sessions-sql.ts'

/** A session that a caller may use, or could before it ended. */
export interface UsableSession {
  id: string
  domain: string
  status: SessionStatus
  /** Whether it is of the account that the caller acts for; otherwise it is shared with them. */
  isOwn: boolean
}

/** Of these sessions those that the caller may use, by id; of many in one round trip. */
export async function findUsable(
  db: Queryable,
  { accountId, userId }: SessionUser,
  ids: readonly string[],
): Promise<Map<string, UsableSession>> {
  const { rows } = await db.query<UsableSession>({
    name: 'find-usable-sessions',
    text: FIND_USABLE,
    values: [ids, accountId, userId ?? null],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const USER = { account: '$2::uuid', user: '$3::uuid' }

const FIND_USABLE = `
  SELECT id, domain, ${STATUS_NOW} AS status, ${isOwn(USER.account)} AS "isOwn"
  FROM login_session WHERE id = ANY($1::uuid[]) AND ${mayUse(USER)}`
