import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { killGroup, listProcesses, readProcess } from '@gleaner/runtime/process-table'

/**
 * A browser's folder: its profile and its temporary files. Everything a browser writes is below it, so that removing
 * it leaves nothing. Its name says which process of ours owns it.
 */
export interface BrowserFolder {
  path: string
  profile: string
  remove(): Promise<void>
}

/** `browser-<pid>-<start time>-<random>`: a pid alone may have been given to another process since. */
const FOLDER = /^browser-(\d+)-(\d+)-\w+$/

/** Makes a folder below `root` in the name of the process that runs this. Only its owner may enter it. */
export async function createBrowserFolder(
  root: string,
  owner: { uid: number; gid: number },
): Promise<BrowserFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const isOthers = owner.uid !== process.getuid?.()
  // The owner has to pass through; it cannot list what is in there.
  if (isOthers) await chmod(root, 0o711)
  const path = await mkdtemp(join(root, `browser-${process.pid}-${startedAt(process.pid)}-`))
  const profile = join(path, 'profile')
  await mkdir(profile)
  if (isOthers) for (const each of [profile, path]) await chown(each, owner.uid, owner.gid)
  return { path, profile, remove: () => removeFolder(path) }
}

/**
 * Ends the browsers whose owner is gone and removes their folders; returns how many. Safe beside other services on the
 * same root: a folder whose owner lives is left alone.
 */
export async function sweepBrowserFolders(root: string): Promise<number> {
  const names = await readdir(root).catch(() => [])
  const orphans = names.filter(isOrphan).map((name) => join(root, name))
  for (const path of orphans) {
    killBrowsersOf(path)
    await removeFolder(path)
  }
  return orphans.length
}

/** Ends every process group that has a process working in this folder. */
export function killBrowsersOf(path: string): void {
  const groups = listProcesses()
    .filter(({ command }) => command.includes(`${path}/`))
    .map(({ group }) => group)
  for (const group of new Set(groups)) killGroup(group)
}

/** Size of everything in a folder, in bytes. Files that go away meanwhile do not count. */
export async function folderBytes(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => {
    const { blocks } = await stat(join(parentPath, name)).catch(() => ({ blocks: 0 }))
    return blocks * STAT_BLOCK_BYTES
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

/** Unit of `st_blocks` (stat(2)): what a file really takes, holes not counted. */
const STAT_BLOCK_BYTES = 512

function isOrphan(name: string): boolean {
  const [, pid, started] = FOLDER.exec(name) ?? []
  return pid !== undefined && String(startedAt(Number(pid))) !== started
}

/** Start time of a living process; 0 where there is no `/proc` to tell it, undefined when it is gone. */
function startedAt(pid: number): number | undefined {
  const row = readProcess(pid)
  if (row !== undefined) return row.startedAt
  return process.platform !== 'linux' && isAlive(pid) ? 0 : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function removeFolder(path: string): Promise<void> {
  // A dying browser may still be writing: retries outlast it.
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
