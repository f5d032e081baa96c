import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres } from '@gleaner/local-servers/postgres'
import { startRedis } from '@gleaner/local-servers/redis'
import { administer, databaseUrl, TEMPLATE_DATABASE } from '../database.ts'
import { createRunFolder, discardRun, sweepDeadRuns } from './run-folder.ts'
import { keepForTeardown } from './running-servers.ts'

/**
 * Starts one Postgres with a migrated template and one Redis for this jest run, after dead runs are swept. Where the environment names
 * servers that are set up like that, those serve: many short runs share them.
 */
export default async function globalSetup(): Promise<void> {
  if (process.env.GLEANER_TEST_POSTGRES && process.env.GLEANER_TEST_REDIS) return
  await sweepDeadRuns()
  const folder = await createRunFolder()
  try {
    const [postgres, redis] = await Promise.all([
      startPostgres({ dataDir: join(folder, 'postgres'), throwAway: true }),
      startRedis({ dir: join(folder, 'redis'), persistent: false }),
    ])
    keepForTeardown({ folder, postgres, redis })
    await makeTemplate(postgres.url)
    process.env.GLEANER_TEST_POSTGRES = postgres.url
    process.env.GLEANER_TEST_REDIS = redis.url
  } catch (error) {
    await discardRun(folder) // jest calls no teardown after a failed setup
    throw error
  }
}

async function makeTemplate(server: string): Promise<void> {
  await administer(server, `CREATE DATABASE ${TEMPLATE_DATABASE}`)
  // A process of its own, as everywhere: jest turns this file into CommonJS, where `import.meta` finds no folder.
  const program = fileURLToPath(new URL('./migrate-main.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: databaseUrl(server, TEMPLATE_DATABASE) }
  await promisify(execFile)(process.execPath, [program], { env, timeout: 60_000 })
  await administer(server, `ALTER DATABASE ${TEMPLATE_DATABASE} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
}
