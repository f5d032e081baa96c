import { readOwnAuditLog } from '@gleaner/accounts'
import type { Handler } from '../handler.ts'

/** GET /auth/audit-log. */
export const getOwnAuditLog: Handler<'getOwnAuditLog'> = async ({ db }, { caller, query, response }) => {
  response.json(await readOwnAuditLog(db, caller.accountId, query))
}
