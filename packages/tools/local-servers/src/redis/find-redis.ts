import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const PROGRAMS = ['redis-server', 'valkey-server']

// Distribution (ID and ID_LIKE of os-release(5)) -> the command that installs one of the programs.
const INSTALL_COMMANDS: Record<string, string> = {
  debian: 'apt-get install redis-server',
  ubuntu: 'apt-get install redis-server',
  fedora: 'dnf install valkey',
  rhel: 'dnf install valkey',
  alpine: 'apk add redis',
  arch: 'pacman -S valkey',
  suse: 'zypper install redis',
}

/** The name of the Redis program on the PATH; throws with the command that installs it on this system. */
export async function findRedis(): Promise<string> {
  for (const program of PROGRAMS) {
    const answers = await promisify(execFile)(program, ['--version']).then(
      () => true,
      () => false,
    )
    if (answers) return program
  }
  throw new Error(`Redis is missing: no ${PROGRAMS.join(' or ')} on the PATH. ${await installHint()}`)
}

async function installHint(): Promise<string> {
  if (process.platform === 'darwin') return 'Install it with: brew install redis'
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const names = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)/gm)].flatMap((match) => match[1]!.split(' '))
  const command = names.map((name) => INSTALL_COMMANDS[name]).find(Boolean)
  return command ? `Install it with: ${command}` : 'Install the Redis or Valkey package of your system.'
}
