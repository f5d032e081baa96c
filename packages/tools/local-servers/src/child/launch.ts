import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { UnprivilegedUser } from './unprivileged-user.ts'

export interface Command {
  program: string
  args: string[]
  /** Runs as this user instead of ours; `folders` are what that user must reach. */
  user?: UnprivilegedUser | undefined
  folders?: string[]
  /** The signal that the kernel sends the child when we die, however we die (Linux only). */
  dieWithParent?: NodeJS.Signals
}

export interface Launch {
  program: string
  args: string[]
  options: { uid?: number; gid?: number }
}

/** How to start a command: by `setpriv` of util-linux where that exists, else plainly under its user's id. */
export async function launch({ program, args, user, folders, dieWithParent }: Command): Promise<Launch> {
  if (!(await hasSetpriv())) return { program, args, options: user ?? {} }
  const words: string[] = dieWithParent ? ['--pdeathsig', dieWithParent.replace('SIG', '')] : []
  if (user) words.push('--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups')
  if (user && !(await areReachable(folders ?? []))) words.push(...LET_THROUGH)
  return { program: 'setpriv', args: [...words, '--', program, ...args], options: {} }
}

// A checkout under /root is closed to everybody else: the child keeps the one capability that lets it in.
// Without `no_setuid_fixup` access(2), by which Postgres looks for its own program, ignores capabilities.
const LET_THROUGH = [
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'],
  ...['--securebits', '+no_setuid_fixup'],
]

async function hasSetpriv(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const { stdout } = await promisify(execFile)('setpriv', ['--version']).catch(() => ({ stdout: '' }))
  return stdout.includes('util-linux') // the one of busybox knows none of these options
}

async function areReachable(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      const { mode } = await stat(folder)
      if ((mode & 0o001) === 0) return false
    }
  }
  return true
}
