import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder } from '@gleaner/local-servers/child/claim-folder'
import { identifyProcess, isAlive, type ProcessIdentity } from '@gleaner/local-servers/child/process-identity'

const PREFIX = 'gleaner-test-'
const UNCLAIMED_MS = 600_000

/** A temporary folder for the servers of this run, marked as ours. */
export async function createRunFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  await writeFile(join(folder, 'owner.json'), JSON.stringify(await identifyProcess(process.pid)))
  return folder
}

/** Ends the servers and deletes the folders of runs that were killed before they could. */
export async function sweepDeadRuns(): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    if (await isDead(folder)) await discardRun(folder)
  }
}

/** Ends whatever servers still run in a run's folder, and deletes it. */
export async function discardRun(folder: string): Promise<void> {
  for (const server of ['postgres', 'redis']) {
    await claimFolder(join(folder, server), 'SIGTERM').catch(() => {})
  }
  await rm(folder, { recursive: true, force: true }).catch(() => {}) // two runs may sweep at once
}

async function isDead(folder: string): Promise<boolean> {
  try {
    return !(await isAlive(JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as ProcessIdentity))
  } catch {
    const created = await stat(folder).then(
      (entry) => entry.mtimeMs,
      () => Date.now(),
    )
    return Date.now() - created > UNCLAIMED_MS // its run may be about to sign it, or one test keeps it for itself
  }
}
