import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { STATUS_NOW } from './session-expiry.ts'
import { mayChange, mayUse } from './usable-sessions-sql.ts'
import { openSecrets, type SessionSecrets } from './vault.ts'

/** A session in clear: to be held in memory, for one attempt. */
export interface OpenedSession extends SessionSecrets {
  id: string
  /** Whose it is. */
  accountId: string
  domain: string
  /** Of the cookies and headers. */
  version: number
  /** Whether who asks may only use it: it is shared with them, or they are a plain member of the organization whose it is. */
  isForeign: boolean
}

/** Whose job a session is opened for. One of no key was asked for by a person who had signed in. */
export interface UsingJob {
  accountId: string
  apiKeyId: string | null
}

/** SQL on a row of `login_session`: it may be sent. What is in doubt is; what has expired, was refuted or deleted is not. */
export const IS_IN_FORCE = `${STATUS_NOW} IN ('active', 'pending_validation')`

/**
 * The session of a job, at each of its attempts: what was unshared, deleted or replaced meanwhile is not sent any more. Undefined when it
 * may not be used (any more), or has ended. Throws SecretUnreadable.
 */
export async function openSession(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  id: string,
  { accountId, apiKeyId }: UsingJob,
): Promise<OpenedSession | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'open-session',
    text: OPEN_SESSION,
    values: [id, accountId, apiKeyId],
  })
  const row = rows[0]
  if (!row) return undefined
  const { dataKey, secret, ...session } = row
  const { cookies, ...others } = openSecrets(secretBox, row)
  const now = Date.now()
  return {
    ...session,
    cookies: cookies.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now),
    ...others,
  }
}

interface Row extends Pick<OpenedSession, 'id' | 'accountId' | 'domain' | 'version' | 'isForeign'> {
  dataKey: Buffer
  secret: Buffer
}

/** Who asks: a person who had signed in to their account, or the maker of the key; a tool's key is nobody's. */
const PERSON = `(CASE
  WHEN $3::uuid IS NULL THEN (SELECT id FROM app_user WHERE account_id = $2::uuid ORDER BY created_at LIMIT 1)
  WHEN asking.oauth_client_id IS NULL THEN asking.user_id END)`

const OPEN_SESSION = `
  SELECT login_session.id, login_session.account_id AS "accountId", domain, version, data_key AS "dataKey", secret,
    coalesce(NOT ${mayChange({ account: '$2::uuid', key: 'asking' })}, true) AS "isForeign"
  FROM login_session LEFT JOIN api_key AS asking ON asking.id = $3::uuid
  WHERE login_session.id = $1 AND ${IS_IN_FORCE} AND ${mayUse({ account: '$2::uuid', user: PERSON })}`
