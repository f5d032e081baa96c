import { join } from 'node:path'
import { ensureDashboard } from './dashboard.mjs'
import { ensureDatabaseClient } from './database-client.mjs'
import { withLock } from './lock.mjs'
import { ensurePackages } from './packages.mjs'
import { ensurePrograms } from './programs.mjs'
import { ROOT } from './root.mjs'
import { SetupError } from './step.mjs'

/**
 * Brings a machine that has only Node and npm to where Gleaner runs: Redis and Chromium, npm packages with Node 24,
 * the database client, the dashboard. A fault that a person can mend ends the process with its message.
 * @param {{ redis: boolean }} need
 */
export async function ensureSetup(need) {
  try {
    checkSystem()
    await withLock(join(ROOT, '.gleaner', 'setup.lock'), async () => {
      await ensurePrograms(need)
      await ensurePackages()
      await ensureDatabaseClient()
      await ensureDashboard()
    })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}

function checkSystem() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 18)
    throw new SetupError(`Gleaner needs Node 18 or newer to set itself up; this is ${process.version}.`)
  if (process.platform === 'win32')
    throw new SetupError('Gleaner runs on Linux and macOS; on Windows use WSL.')
}
