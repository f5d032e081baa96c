import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

/**
 * The address of a proxy with its credentials, for the worker that uses it. Without an id: the account's oldest one.
 * Every job with a proxy of its own reads it, at each tier, so it is SQL: tier workers need no Prisma.
 */
export async function openIntegration(
  { pool, secretBox }: { pool: Queryable; secretBox: SecretBox },
  accountId: string,
  id: string | undefined,
): Promise<{ id: string; url: string } | undefined> {
  const { rows } = await pool.query<{ id: string; url: Uint8Array }>(
    `SELECT id, url FROM proxy_integration WHERE account_id = $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY id LIMIT 1`,
    [accountId, id ?? null],
  )
  const found = rows[0]
  return found && { id: found.id, url: secretBox.open(found.url, sealContext(found.id)) }
}

/** What a sealed address is bound to. */
export function sealContext(integrationId: string): string {
  return `proxy:${integrationId}`
}
