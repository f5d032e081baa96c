import { OAuthError } from '@gleaner/contracts'
import { type Database, lockKind } from '@gleaner/db'
import { KEPT_DAYS } from '../keep-client.ts'

/** Of all that the operator did not make: strangers fill no table. */
const MOST_CLIENTS = 10_000

/** A client that made itself known. */
export interface StrangeClient {
  id: string
  name: string
  redirectUris: readonly string[]
  secretHash: Uint8Array | null
  origin: 'registered' | 'document'
}

/** Stores a client, or what its document says by now. Throws temporarily_unavailable when there are as many as there may be. */
export async function storeClient(db: Database, client: StrangeClient): Promise<void> {
  const { id, name, redirectUris, secretHash, origin } = client
  const values = [id, name, redirectUris, secretHash, origin]
  await db.transaction(async ({ sql }) => {
    if ((await sql.query(UPDATE, [id, name, redirectUris])).rowCount === 1) return
    await lockKind(sql, 'strange client', 'everybody')
    const { rowCount } = await sql.query(INSERT, values)
    if (rowCount !== 1)
      throw new OAuthError(
        'temporarily_unavailable',
        'This service knows as many tools as it takes. Ask its operator.',
      )
  })
}

const UPDATE = `
  UPDATE oauth_client SET name = $2, redirect_uris = $3, read_at = now(),
    kept_until = greatest(kept_until, now() + interval '1 day')
  WHERE id = $1 AND origin = 'document'`

const INSERT = `
  INSERT INTO oauth_client (id, name, redirect_uris, secret_hash, origin, read_at, kept_until)
  SELECT $1, $2, $3, $4, $5, now(), now() + interval '${KEPT_DAYS} days'
  WHERE (SELECT count(*) FROM oauth_client WHERE kept_until IS NOT NULL) < ${MOST_CLIENTS}
  ON CONFLICT (id) DO UPDATE SET read_at = now() WHERE oauth_client.origin = excluded.origin`
