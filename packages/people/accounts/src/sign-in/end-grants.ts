import type { Queryable } from '@gleaner/db'

/**
 * Ends what a person has allowed tools in sign-ins that were ended elsewhere, and no tool has fetched yet: codes (`oauth_code`), and devices
 * that wait for their key. In the transaction that ends the sign-ins, after these: a code that is given at this moment has come by then.
 * Signing out ends none: the pages on which people consent sign them out themselves.
 */
export async function endGrants(
  sql: Queryable,
  userId: string,
  which: { of: string } | { but: string | undefined },
): Promise<void> {
  const [condition, id] =
    'of' in which
      ? ['session_id = $2::uuid', which.of]
      : ['($2::uuid IS NULL OR session_id IS DISTINCT FROM $2::uuid)', which.but ?? null]
  // They stay, as ones that were used: who brings such a code is told so.
  await sql.query(
    `UPDATE oauth_code SET used_at = now() WHERE user_id = $1 AND used_at IS NULL AND ${condition}`,
    [userId, id],
  )
  await sql.query(
    `UPDATE oauth_device SET state = 'denied' WHERE user_id = $1 AND state = 'allowed' AND ${condition}`,
    [userId, id],
  )
}
