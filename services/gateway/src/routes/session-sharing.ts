import * as organizations from '@gleaner/organizations'
import { readTrail } from '@gleaner/sessions'
import type { Handler } from '../handler.ts'
import { holderOf, sessionId } from '../session-call.ts'

/** POST /sessions/{session_id}/share and .../unshare; GET .../audit. */
export const shareSession: Handler<'shareSession'> = async ({ db }, { caller, params, body, response }) => {
  const id = sessionId(params)
  response.json(
    await db.transaction((both) =>
      organizations.shareSession(both, holderOf(caller), id, body.organization_id),
    ),
  )
}

export const unshareSession: Handler<'unshareSession'> = async ({ db }, { caller, params, response }) => {
  const id = sessionId(params)
  response.json(await db.transaction((both) => organizations.unshareSession(both, holderOf(caller), id)))
}

export const getSessionAudit: Handler<'getSessionAudit'> = async (
  { db },
  { caller, params, query, response },
) => {
  response.json(await readTrail(db.pool, holderOf(caller), sessionId(params), query))
}
