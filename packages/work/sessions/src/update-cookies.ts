import type { Actor } from '@gleaner/audit-log'
import { type Pool, type Queryable, transaction } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { applyChanges, type CookieChanges } from './cookie-changes.ts'
import { IS_IN_FORCE, type OpenedSession } from './open-session.ts'
import { sealedColumns } from './sealed-columns.ts'
import { recordEvent } from './session-events.ts'
import { openSecrets, type SessionSecrets } from './vault.ts'

/** Who changed the cookies, and by which job. */
export interface ChangedBy {
  actor: Actor
  jobId: string
}

/**
 * Keeps what a target has changed of a session's cookies in the stored session, one after the other where several jobs do it at once. Nothing
 * happens when the caller has brought other cookies meanwhile, or the session has ended. False then.
 */
export async function updateCookies(
  { pool, secretBox }: { pool: Pool; secretBox: SecretBox },
  session: OpenedSession,
  changes: CookieChanges,
  { actor, jobId }: ChangedBy,
): Promise<boolean> {
  return await transaction(pool, async (connection) => {
    const { rows } = await connection.query<{ dataKey: Buffer; secret: Buffer }>(LOCK, [
      session.id,
      session.version,
    ])
    if (!rows[0]) return false
    const secrets = openSecrets(secretBox, { ...session, ...rows[0] })
    await write(connection, secretBox, session, {
      ...secrets,
      cookies: applyChanges(secrets.cookies, changes),
    })
    const details = { job_id: jobId, set: namesOf(changes.set), removed: namesOf(changes.removed) }
    await recordEvent(connection, session, { actor, action: 'cookies_updated', details })
    return true
  })
}

const LOCK = `
  SELECT data_key AS "dataKey", secret FROM login_session WHERE id = $1 AND version = $2 AND ${IS_IN_FORCE} FOR UPDATE`

async function write(
  connection: Queryable,
  secretBox: SecretBox,
  session: OpenedSession,
  secrets: SessionSecrets,
): Promise<void> {
  const { dataKey, secret, cookieNames, cookiesExpireAt } = sealedColumns(secretBox, session, secrets)
  const { cookies, headers, storage } = secrets
  const isEmpty = cookies.length + Object.keys(headers).length + storage.length === 0
  await connection.query(
    `UPDATE login_session SET data_key = $2, secret = $3, cookie_names = $4, cookies_expire_at = $5, updated_at = now() WHERE id = $1`,
    // Scrapes at the same time may each have seen another cookie go.
    [session.id, dataKey, secret, cookieNames, isEmpty ? new Date() : cookiesExpireAt],
  )
}

function namesOf(cookies: CookieChanges['set']): string[] {
  return [...new Set(cookies.map(({ name }) => name))]
}
