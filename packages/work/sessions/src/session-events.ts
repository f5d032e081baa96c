import type { Actor } from '@gleaner/audit-log'
import { type Queryable, storableJson } from '@gleaner/db'
import type { SessionId, SessionSecrets } from './vault.ts'

/** What an entry of a session's trail can tell of. */
export type SessionAction =
  | 'created'
  | 'updated'
  | 'refreshed'
  | 'deleted'
  | 'validated'
  | 'used_for_scrape'
  | 'cookies_updated'
  | 'shared'
  | 'unshared'
  | 'expired'

export interface SessionEvent {
  actor: Actor
  action: SessionAction
  /** Names and counts, never a value of a cookie or a header. */
  details?: Record<string, unknown>
}

/** What a trail tells of new secrets: how many cookies, and of how many origins a storage. */
export function countsOf({ cookies, storage }: SessionSecrets) {
  return { cookies: cookies.length, ...(storage.length > 0 && { storage_origins: storage.length }) }
}

/** Adds an entry to a session's trail, in the transaction that does what it tells of. */
export async function recordEvent(
  sql: Queryable,
  { accountId, id }: SessionId,
  { actor, action, details = {} }: SessionEvent,
): Promise<void> {
  await sql.query(
    'INSERT INTO login_session_event (session_id, account_id, actor, action, details) VALUES ($1, $2, $3, $4, $5)',
    [id, accountId, actor, action, storableJson(details)],
  )
}
