import { requestValidation } from '@gleaner/sessions'
import type { Handler } from '../handler.ts'
import { holderOf, sessionId } from '../session-call.ts'

/** POST /sessions/{session_id}/validate. */
export const validateSession: Handler<'validateSession'> = async (ctx, call) => {
  const { caller, params, response, signal } = call
  const options = { isTest: caller.test, signal }
  response.json(await requestValidation(ctx.jobs, holderOf(caller), sessionId(params), options))
}
