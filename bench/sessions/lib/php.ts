import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runToEnd, startProgram } from './run-program.ts'

/** What Debian packages of PHP applications link to lies in several folders: a copy is whole, and may be written to. Links
 * to nothing are left out. */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await cp(from, to, { recursive: true, dereference: true, filter: (source) => existsSync(source) })
}

export interface PhpSite {
  folder: string
  root: string
  port: number
  router?: string
  env?: Record<string, string>
}

/** PHP's own web server, with two processes. */
export async function startPhp({ folder, root, port, router, env = {} }: PhpSite) {
  const settings = ['-d', `session.save_path=${folder}`, '-d', 'display_errors=0', '-d', 'memory_limit=512M']
  const args = [...settings, '-S', `127.0.0.1:${port}`, '-t', root, ...(router ? [router] : [])]
  return startProgram(
    { command: 'php', args, env: { PHP_CLI_SERVER_WORKERS: '2', ...env }, log: join(folder, 'log') },
    () => answers(`http://127.0.0.1:${port}/favicon.ico`),
  )
}

/** Runs PHP code to its end. */
export async function runPhp(folder: string, args: string[], env: Record<string, string> = {}) {
  await runToEnd({ command: 'php', args, env, log: join(folder, 'log') })
}
