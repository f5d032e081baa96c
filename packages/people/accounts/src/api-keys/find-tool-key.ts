import { isAhead, type Queryable } from '@gleaner/db'
import { parseApiKey } from '@gleaner/security/api-key'
import { storedHash } from '@gleaner/security/stored-hash'
import { CONSENT_STANDS } from './key-authority-sql.ts'

/** A key that a tool got by OAuth and that may be used at this moment. */
export interface ToolKey {
  id: string
  clientId: string
  accountId: string
  userId: string
  createdAt: Date
  expiresAt: Date | null
}

/** The key of a tool; undefined for any other text, and for one that has ended. Its row is locked within a transaction. */
export async function findToolKey(db: Queryable, key: string): Promise<ToolKey | undefined> {
  if (!parseApiKey(key)) return undefined
  const { rows } = await db.query<ToolKey>({ name: 'find-tool-key', text: FIND, values: [storedHash(key)] })
  return rows[0]
}

const FIND = `
  SELECT api_key.id, oauth_client_id AS "clientId", account_id AS "accountId", user_id AS "userId",
    api_key.created_at AS "createdAt", expires_at AS "expiresAt"
  FROM api_key JOIN account ON account.id = api_key.account_id AND account.blocked_at IS NULL
  WHERE api_key.hash = $1 AND oauth_client_id IS NOT NULL AND revoked_at IS NULL
    AND (expires_at IS NULL OR ${isAhead('expires_at')}) AND ${CONSENT_STANDS}
  FOR UPDATE OF api_key`
