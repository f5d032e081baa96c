import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import type { Credentials, TypedPlace } from './place.ts'
import { secretContext } from './secrets.ts'

/** A destination with its credentials in clear, for whoever writes to it. */
export type OpenedDestination = TypedPlace & {
  id: string
  accountId: string
  /** Of a bucket. */
  credentials: Credentials | undefined
}

type Row = TypedPlace & { id: string; accountId: string; secret: Uint8Array | null }

/** Undefined: the account has no such destination. Throws SecretUnreadable when it was sealed by a key that is no more. */
export async function openDestination(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  accountId: string,
  id: string,
): Promise<OpenedDestination | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT id, account_id AS "accountId", type, place, secret FROM export_destination
     WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  )
  if (!rows[0]) return undefined
  const { secret, ...destination } = rows[0]
  const credentials = secret === null ? undefined : JSON.parse(secretBox.open(secret, secretContext(id)))
  return { ...destination, credentials }
}
