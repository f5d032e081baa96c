import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets a process that leads a session of its own (spawned `detached`), with all that it will start, make room for others. `nice` from 0 to
 * 19. Linux shares the processor among sessions first and among the processes of each then (sched(7), autogroup): without the
 * session's own value a nice process counts as much as all of the service that started it. Does nothing where the process has ended.
 */
export function makeRoom(pid: number, nice: number): void {
  try {
    setPriority(pid, nice)
    writeFileSync(`/proc/${pid}/autogroup`, String(nice))
  } catch {
    // It has ended, or there are no such groups: then the nice value is enough.
  }
}
