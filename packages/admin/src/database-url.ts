import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@gleaner/runtime/config'
import { AdminError } from './command.ts'

/** DATABASE_URL, or the database of the running `npm start` as its dev.json tells. Throws AdminError without either. */
export function databaseUrl(env: Environment): string {
  if (env.DATABASE_URL) return env.DATABASE_URL
  const devFile = join(env.GLEANER_HOME || '.gleaner', 'dev.json')
  if (existsSync(devFile)) {
    return (JSON.parse(readFileSync(devFile, 'utf8')) as { database_url: string }).database_url
  }
  throw new AdminError(
    `Set DATABASE_URL to the database of your deployment, or start the stack with \`npm start\` (there is no ${devFile}).`,
  )
}
