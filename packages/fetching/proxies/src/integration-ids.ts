import type { Queryable } from '@gleaner/db'

/** The ids of all proxies of an account. */
export async function integrationIds(db: Queryable, accountId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM proxy_integration WHERE account_id = $1', [
    accountId,
  ])
  return new Set(rows.map(({ id }) => id))
}
