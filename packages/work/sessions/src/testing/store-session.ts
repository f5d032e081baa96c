import { uuidv7 } from '@gleaner/contracts'
import type { Cookie, OriginStorage } from '@gleaner/cookie-rules'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { openSecrets, type SessionSecrets, sealSecrets } from '../vault.ts'

interface Given {
  accountId: string
  domain: string
  cookies?: Cookie[]
  headers?: Record<string, string>
  storage?: OriginStorage[]
}

/** A session as POST /sessions makes it, without the request; gives its id. */
export async function storeSession(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  { accountId, domain, cookies = [], headers = {}, storage = [] }: Given,
): Promise<string> {
  const id = uuidv7()
  const { dataKey, secret } = sealSecrets(secretBox, { accountId, id }, { cookies, headers, storage })
  await pool.query(
    `INSERT INTO login_session (id, account_id, name, domain, cookie_names, header_names, data_key, secret)
     VALUES ($1, $2, 'a session', $3, $4, $5, $6, $7)`,
    [id, accountId, domain, cookies.map(({ name }) => name), Object.keys(headers), dataKey, secret],
  )
  return id
}

/** What a session holds at the moment. */
export async function storedSecrets(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  id: string,
): Promise<SessionSecrets> {
  const { rows } = await pool.query<{ accountId: string; dataKey: Buffer; secret: Buffer }>(
    'SELECT account_id AS "accountId", data_key AS "dataKey", secret FROM login_session WHERE id = $1',
    [id],
  )
  return openSecrets(secretBox, { id, ...rows[0]! })
}
