import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../apps/app.ts'
import { runToEnd } from './run-program.ts'

/** Packages stay here from one run to the next; nothing of an application's own data does. */
const PACKAGES = process.env.SESSION_APPS_DIR ?? join(tmpdir(), 'gleaner-session-apps')

/** What an application or site is made of. */
export type Packages = Pick<App, 'name' | 'debian' | 'npm' | 'unpacked'>

export interface Installed {
  modules: string
  unpacked: string
}

/** Installs what is missing: Debian packages on the machine (as root), npm packages in a folder of the application's own. */
export async function install({ name, debian = [], npm = [], unpacked }: Packages): Promise<Installed> {
  const folder = join(PACKAGES, name)
  const done = join(folder, 'done')
  const installed = { modules: join(folder, 'node_modules'), unpacked: join(folder, 'unpacked') }
  if (existsSync(done)) return installed
  await mkdir(folder, { recursive: true })
  const log = join(folder, 'install.log')
  const run = (command: string, args: string[]) => runToEnd({ command, args, cwd: folder, env: QUIET, log })
  const packages = [...debian, ...(unpacked ? await dependenciesOf(unpacked, folder, run) : [])]
  if (packages.length > 0)
    // Nothing that is there is removed: Debian's own Node would take the place of another's.
    await run('apt-get', ['satisfy', '-y', '--no-remove', '--no-install-recommends', packages.join(', ')])
  if (unpacked) await run('sh', ['-c', `dpkg -x ${unpacked}_*.deb unpacked`])
  if (npm.length > 0) await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...npm])
  await rm(log, { force: true })
  await writeFile(done, '')
  return installed
}

const QUIET = { DEBIAN_FRONTEND: 'noninteractive' }

type Run = (command: string, args: string[]) => Promise<void>

/** Downloads a package. What its list of dependencies says, less the packages that would configure it. */
async function dependenciesOf(name: string, folder: string, run: Run): Promise<string[]> {
  await run('apt-get', ['download', name])
  const list = join(folder, 'depends')
  await run('sh', ['-c', `dpkg-deb -f ${name}_*.deb Depends > ${list}`])
  return (await readFile(list, 'utf8'))
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each && !each.startsWith(`${name}-`))
}
