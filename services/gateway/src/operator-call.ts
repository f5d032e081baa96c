import type { UserCaller } from '@gleaner/accounts'
import type { Actor } from '@gleaner/audit-log'
import type { Act } from '@gleaner/operator'
import { uuidOrNotFound } from './uuid-or-not-found.ts'

/** Who does something for the service, not as a person. By an id: the log holds no addresses. */
export function operatorOf({ userId }: UserCaller): Actor {
  return `operator:${userId}`
}

/** Throws NOT_FOUND for what is no id. */
export function actOn(caller: UserCaller, accountId: string): Act {
  return { accountId: uuidOrNotFound(accountId), actor: operatorOf(caller) }
}
