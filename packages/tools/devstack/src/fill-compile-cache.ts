import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { SERVICES } from './services.ts'

/**
 * Fills Node's compile cache (NODE_COMPILE_CACHE) before the services start for the first time: a process that has to
 * strip the types of its own modules keeps 15 MB for it as long as it lives. Without a cache nothing is done; a cache
 * that cannot be filled costs memory and does not stop the start.
 */
export async function fillCompileCache(env: Environment): Promise<void> {
  const cache = env.NODE_COMPILE_CACHE
  if (!cache) return
  const filled = join(cache, `services-${process.version}`)
  if (existsSync(filled)) return
  const program = join(import.meta.dirname, 'group-main.ts')
  const child = fork(program, ['--compile', ...SERVICES], { env, execArgv: [], stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code === 0) await writeFile(filled, '').catch(() => {})
}
