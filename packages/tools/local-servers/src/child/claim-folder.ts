import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.ts'
import { stopProcess } from './stop-process.ts'

interface Claim {
  owner: ProcessIdentity
  server: ProcessIdentity
}

/**
 * Makes a server's data folder ours: ends a server that a killed run left behind in it.
 * Throws when the run that started that server is still alive.
 */
export async function claimFolder(folder: string, stopSignal: NodeJS.Signals): Promise<void> {
  await mkdir(folder, { recursive: true })
  const claim = await readClaim(folder)
  if (!claim || !(await isAlive(claim.server))) return
  if (await isAlive(claim.owner)) {
    throw new Error(`${folder} is in use by process ${claim.owner.pid} (its server is ${claim.server.pid})`)
  }
  await stopProcess(claim.server, stopSignal)
}

/** Writes down which server runs in the folder and who started it, for the run after this one. */
export async function recordServer(folder: string, pid: number): Promise<void> {
  const [owner, server] = await Promise.all([identifyProcess(process.pid), identifyProcess(pid)])
  if (owner && server) await writeFile(join(folder, 'server.json'), JSON.stringify({ owner, server }))
}

async function readClaim(folder: string): Promise<Claim | undefined> {
  const text = await readFile(join(folder, 'server.json'), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Claim
  } catch {
    return undefined // no record, or one that a kill cut short
  }
}
