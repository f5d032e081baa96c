import type { Actor } from '@gleaner/audit-log'

/** Whose endpoints they are, and who changes them. */
export interface Holder {
  accountId: string
  actor: Actor
}
