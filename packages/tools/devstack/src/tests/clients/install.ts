import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const INSTALL_MS = 300_000
const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--legacy-peer-deps']

/** Installs packages of npm, as `name@version`, into a new folder of this path. */
export async function install(folder: string, ...packages: string[]): Promise<void> {
  await mkdir(folder)
  // Without one npm takes a folder above.
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', ...QUIETLY, ...packages], { cwd: folder, timeout: INSTALL_MS })
}

/** Packs one as npm gets it into `folder`, and returns the file’s name. */
export async function pack(folder: string, name: string): Promise<string> {
  const options = { cwd: folder, timeout: INSTALL_MS }
  return (await run('npm', ['pack', '--silent', name], options)).stdout.trim()
}
