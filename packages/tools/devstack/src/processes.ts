import { readFile } from 'node:fs/promises'
import { identifyProcess, isAlive, type ProcessIdentity } from '@gleaner/local-servers/child/process-identity'
import { stopProcess } from '@gleaner/local-servers/child/stop-process'
import type { Home } from './home.ts'
import { writePrivate } from './write-private.ts'

/**
 * The processes that run from this folder, identified so that the next start knows them from others that reuse a pid.
 */
interface ProcessRecord {
  supervisor: ProcessIdentity
  children: ProcessIdentity[]
}

/**
 * Ends the processes that a killed stack left behind in this folder. When that stack is alive, throws and touches
 * nothing.
 */
export async function endLeftovers(home: Home): Promise<void> {
  const record = await readRecord(home)
  if (!record) return
  if (await isAlive(record.supervisor)) {
    throw new Error(
      `Gleaner already runs from ${home.root} (process ${record.supervisor.pid}; its addresses are in dev.json there). ` +
        'Stop it first, or start a second one with GLEANER_HOME and PORT set to others.',
    )
  }
  // SIGINT is Postgres's fast shutdown, which waits for no client; a service that is already stopping ends at once.
  await Promise.all(record.children.map((child) => stopProcess(child, 'SIGINT')))
}

/** Writes down the children that run now. */
export async function recordProcesses(home: Home, pids: readonly number[]): Promise<void> {
  const [supervisor, ...children] = await Promise.all([process.pid, ...pids].map(identifyProcess))
  await writePrivate(home.processesFile, {
    supervisor,
    children: children.filter((child) => child !== undefined),
  })
}

async function readRecord(home: Home): Promise<ProcessRecord | undefined> {
  try {
    return JSON.parse(await readFile(home.processesFile, 'utf8')) as ProcessRecord
  } catch {
    return undefined
  }
}
