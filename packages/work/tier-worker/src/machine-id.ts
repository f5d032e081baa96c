import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** The same in all processes that share a machine, containers included: the id of the kernel's start (random(4)). */
export function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
