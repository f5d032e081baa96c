import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process that cannot be confused with a later one of the same number. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

/** The identity of a running process; undefined when there is none (a zombie counts as none). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = process.platform === 'linux' ? await startFromProc(pid) : await fromPs(pid, 'lstart=')
  return startedAt ? { pid, startedAt } : undefined
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.startedAt === identity.startedAt
}

/** The command line of a running process, words separated by blanks; empty when there is none. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return fromPs(pid, 'args=')
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.replaceAll('\0', ' ').trim()
}

// proc(5): field 3 is the state, field 22 the start in clock ticks; the name in field 2 may hold blanks.
async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? undefined : fields[19]
}

async function fromPs(pid: number, column: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run('ps', ['-o', column, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
