import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readProcess } from '@gleaner/runtime/process-table'

/** A process that cannot be confused with a later one of the same number. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

/** The identity of a running process; undefined when there is none (a zombie counts as none). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt =
    process.platform === 'linux' ? readProcess(pid)?.startedAt.toString() : await fromPs(pid, 'lstart=')
  return startedAt ? { pid, startedAt } : undefined
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.startedAt === identity.startedAt
}

/** The command line of a running process, words separated by blanks; empty when there is none. */
export async function commandLine(pid: number): Promise<string> {
  return process.platform === 'linux' ? (readProcess(pid)?.command ?? '') : fromPs(pid, 'args=')
}

async function fromPs(pid: number, column: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run('ps', ['-o', column, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
