import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

const GRACE_MS = 10_000
const POLL_MS = 20

/** Asks a process to end, waits up to 10 s, then kills it; returns when it is gone. */
export async function stopProcess(target: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  for (const attempt of [signal, 'SIGKILL'] as const) {
    if (!(await isAlive(target))) return
    send(target.pid, attempt)
    const deadline = Date.now() + GRACE_MS
    while (Date.now() < deadline) {
      if (!(await isAlive(target))) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`process ${target.pid} does not end`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the check and the signal.
  }
}
