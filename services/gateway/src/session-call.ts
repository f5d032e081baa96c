import type { Caller } from '@gleaner/accounts'
import { actorOf } from '@gleaner/audit-log'
import { isUuid } from '@gleaner/contracts'
import { type Holder, notFound } from '@gleaner/sessions'

export function holderOf(caller: Caller): Holder {
  return { accountId: caller.accountId, userId: caller.userId, actor: actorOf(caller) }
}

/** A path's session id in small letters; throws SESSION_NOT_FOUND for what is no UUID. */
export function sessionId({ session_id: id }: { session_id: string }): string {
  return isUuid(id) ? id.toLowerCase() : notFound(id)
}
