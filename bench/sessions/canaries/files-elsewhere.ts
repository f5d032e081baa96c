import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Written } from '@gleaner/devstack/tests/everything-written'

const ROOTS = [tmpdir(), '/var/tmp', '/dev/shm']
/** Larger ones are other programs'. */
const MAX_BYTES = 64 * 1024 * 1024

/** What was written outside of a stack's folder since a moment, and the command lines of all processes. */
export async function writtenElsewhere(home: string, sinceMs: number): Promise<Written[]> {
  const files = (await Promise.all(ROOTS.map((root) => changedBelow(root, home, sinceMs)))).flat()
  const processes = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => `/proc/${pid}/cmdline`)
  return await Promise.all(
    [...files, ...processes].map(async (place) => ({
      place,
      bytes: await readFile(place).catch(() => Buffer.alloc(0)),
    })),
  )
}

async function changedBelow(folder: string, home: string, sinceMs: number): Promise<string[]> {
  if (folder === home) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return changedBelow(path, home, sinceMs)
      const { mtimeMs, size } = entry.isFile() ? await stat(path).catch(() => GONE) : GONE
      return mtimeMs >= sinceMs && size <= MAX_BYTES ? [path] : []
    }),
  )
  return found.flat()
}

const GONE = { mtimeMs: 0, size: 0 }
