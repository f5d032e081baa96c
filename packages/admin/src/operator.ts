import { userInfo } from 'node:os'
import type { Actor } from '@gleaner/audit-log'

/** Who runs a command, for the audit log: the user of the machine. */
export function operator(): Actor {
  return `operator:${userInfo().username}`
}
