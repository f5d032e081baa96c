import type { Queryable } from '@gleaner/db'

/** To whom mails about an account go: of a personal account its user, of an organization its owner. */
export async function readOwners(
  sql: Queryable,
  accountId: string,
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql.query<{ id: string; email: string }>(
    `SELECT id, email FROM app_user WHERE account_id = $1
     UNION
     SELECT u.id, u.email FROM membership AS m JOIN app_user AS u ON u.id = m.user_id WHERE m.account_id = $1 AND m.role = 'owner'`,
    [accountId],
  )
  return rows
}
