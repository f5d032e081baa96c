import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@gleaner/runtime/config'
import { createSecretBox, type SecretBox } from '@gleaner/security/secret-box'
import { AdminError } from './command.ts'

/** What a variable says, else what the running `npm start` keeps in a file of its home. Throws AdminError without either. */
function setting(env: Environment, variable: string, file: string, field: string): string {
  const value = env[variable]
  if (value) return value
  const path = join(env.GLEANER_HOME || '.gleaner', file)
  if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)[field]!
  throw new AdminError(
    `Set ${variable} to that of your deployment, or start the stack with \`npm start\` (there is no ${path}).`,
  )
}

export function databaseUrl(env: Environment): string {
  return setting(env, 'DATABASE_URL', 'dev.json', 'database_url')
}

/** Of what NODE_ENV says, or else of a running `npm start`, whose databases a command takes that is told of no others. */
export function isDevelopment(env: Environment): boolean {
  const mode = env.NODE_ENV || (env.DATABASE_URL ? 'production' : 'development')
  return mode === 'development'
}

export function redisUrl(env: Environment): string {
  return setting(env, 'REDIS_URL', 'dev.json', 'redis_url')
}

/** Opens and seals with ENCRYPTION_KEYS. */
export function openSecretBox(env: Environment): SecretBox {
  const keyRing = setting(env, 'ENCRYPTION_KEYS', 'secrets.json', 'encryption_keys')
  try {
    return createSecretBox(keyRing)
  } catch (error) {
    throw new AdminError(`ENCRYPTION_KEYS: ${(error as Error).message}.`)
  }
}
