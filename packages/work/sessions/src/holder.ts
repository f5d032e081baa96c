import type { Actor } from '@gleaner/audit-log'
import type { SessionUser } from './read-sessions.ts'

/** Whose sessions they are, and who changes them. */
export interface Holder extends SessionUser {
  actor: Actor
}
