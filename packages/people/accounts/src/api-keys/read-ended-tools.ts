import type { Queryable } from '@gleaner/db'
import { CONSENT_STANDS } from './key-authority-sql.ts'

/** Which of some keys are tools' that may do nothing any more: they were revoked, their account is suspended, or what their consent rests on does not stand. */
export async function readEndedTools(db: Queryable, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set()
  const { rows } = await db.query<{ id: string }>({
    name: 'read-ended-tools',
    text: `SELECT api_key.id FROM api_key JOIN account ON account.id = api_key.account_id
           WHERE api_key.id = ANY($1) AND (tool OR oauth_client_id IS NOT NULL)
             AND (revoked_at IS NOT NULL OR account.blocked_at IS NOT NULL OR NOT ${CONSENT_STANDS})`,
    values: [[...new Set(keyIds)]],
  })
  return new Set(rows.map(({ id }) => id))
}
