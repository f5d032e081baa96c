import { recordAudit } from '@gleaner/audit-log'
import type { Database } from '@gleaner/db'
import { CONSENT_STANDS } from './key-authority-sql.ts'

const AT_ONCE = 100

/**
 * Revokes keys of tools whose consent has ended: no verifier takes them any more, and here they leave the account's list and its count of
 * keys. Returns how many.
 */
export async function revokeEndedKeys(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>(ENDED)
  if (rows.length === 0) return 0
  return await db.transaction(async (both) => {
    const { rows: revoked } = await both.sql.query<{ id: string; accountId: string }>(
      `UPDATE api_key SET revoked_at = now() WHERE id = ANY($1) AND revoked_at IS NULL
       RETURNING id, account_id AS "accountId"`,
      [rows.map(({ id }) => id)],
    )
    for (const { id, accountId } of revoked) {
      const details = { reason: 'consent_ended' }
      await recordAudit(both, {
        accountId,
        actor: 'system',
        action: 'api_key.revoked',
        target: `api_key:${id}`,
        details,
      })
    }
    return revoked.length
  })
}

/** A consent that has ended does not come back, so that nothing is lost between this and the revocation. A suspended account's may. */
const ENDED = `
  SELECT api_key.id FROM api_key
    LEFT JOIN app_user person ON person.id = api_key.user_id
    LEFT JOIN account theirs ON theirs.id = person.account_id
  WHERE api_key.oauth_client_id IS NOT NULL AND api_key.revoked_at IS NULL AND theirs.blocked_at IS NULL AND NOT ${CONSENT_STANDS}
  LIMIT ${AT_ONCE}`
