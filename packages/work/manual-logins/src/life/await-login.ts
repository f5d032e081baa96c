import type { Actor } from '@gleaner/audit-log'
import type { Queryable } from '@gleaner/db'
import type { PubSub } from '@gleaner/queue'
import { COLUMNS, type ManualLoginRow } from './manual-login.ts'

/** Published on when a login has changed, by its id. */
const CHANNEL = 'manual-logins'

/** Wakes its worker and its viewer. May be repeated, and may be lost. */
export function announceLogin(pubSub: PubSub, id: string): void {
  pubSub.publish(CHANNEL, id, '')
}

export async function onLoginChanged(pubSub: PubSub, id: string, listener: () => void): Promise<() => void> {
  return await pubSub.subscribe(CHANNEL, id, listener)
}

/** A login of the account. */
export async function readLogin(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<ManualLoginRow | undefined> {
  const { rows } = await sql.query<ManualLoginRow>(
    `SELECT ${COLUMNS} FROM manual_login WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  )
  return rows[0]
}

/** Those that somebody has begun for the account and that have not ended, the newest first: as many as an account may have. */
export async function readOpenLogins(
  sql: Queryable,
  accountId: string,
  actor: Actor,
): Promise<ManualLoginRow[]> {
  const { rows } = await sql.query<ManualLoginRow>(
    `SELECT ${COLUMNS} FROM manual_login WHERE account_id = $1 AND actor = $2 AND ended_at IS NULL ORDER BY created_at DESC`,
    [accountId, actor],
  )
  return rows
}
