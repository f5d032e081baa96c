import { recordAudit } from '@gleaner/audit-log'
import type { ProfileUpdate } from '@gleaner/contracts'
import type { Database } from '@gleaner/db'

/** Changes what a user says of themself. */
export async function updateProfile(
  db: Database,
  { userId }: { userId: string },
  { name }: ProfileUpdate,
): Promise<void> {
  if (name === undefined) return
  await db.transaction(async (handles) => {
    const { rows } = await handles.sql.query<{ accountId: string }>(
      'UPDATE app_user SET name = $2 WHERE id = $1 RETURNING account_id AS "accountId"',
      [userId, name],
    )
    // The name itself is a person's, which the log would keep when they are deleted.
    const entry = { actor: `user:${userId}`, action: 'profile.updated', target: `user:${userId}` } as const
    for (const { accountId } of rows)
      await recordAudit(handles, { ...entry, accountId, details: { fields: ['name'] } })
  })
}
