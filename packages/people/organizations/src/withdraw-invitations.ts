import type { Queryable } from '@gleaner/db'

/** Withdraws the open invitations that a member of an organization, which is locked, has sent. */
export async function withdrawInvitationsOf(db: Queryable, accountId: string, userId: string): Promise<void> {
  await db.query(
    "UPDATE invitation SET state = 'revoked' WHERE account_id = $1 AND invited_by = $2 AND state = 'open'",
    [accountId, userId],
  )
}
