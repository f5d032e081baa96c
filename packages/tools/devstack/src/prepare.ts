import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

const MAX_ERROR_CHARS = 2_000

/**
 * Brings the database up to date and opens the development account in it. A child does it and ends: Prisma
 * takes memory that the supervisor would keep.
 */
export async function prepareDatabase(options: { env: Environment; secretsFile: string }): Promise<void> {
  const child = fork(join(import.meta.dirname, 'prepare-main.ts'), [options.secretsFile], {
    env: options.env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr!.on('data', (data) => {
    stderr = (stderr + data).slice(-MAX_ERROR_CHARS)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The database cannot be prepared (DATABASE_URL): ${stderr.trim()}`)
}
