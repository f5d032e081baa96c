import { hostname, userInfo } from 'node:os'
import type { Actor } from '@gleaner/audit-log'
import type { Values } from './command.ts'

/** Who runs a command, for the audit log: what `--actor` says, else the user of the machine. */
export function operatorOf({ actor }: Values): Actor {
  return `operator:${typeof actor === 'string' && actor !== '' ? actor.slice(0, 100) : `${userName()}@${hostname()}`}`
}

/** A container may run under a number that no user has. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
