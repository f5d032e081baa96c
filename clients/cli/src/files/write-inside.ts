import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Writes a file below a folder, whole or not at all. A link that stands in the way is replaced, and never followed out of the folder. Throws
 * where that would happen.
 */
export async function writeInside(folder: string, path: string, data: string | Uint8Array): Promise<void> {
  const target = join(folder, path)
  await mkdir(folder, { recursive: true })
  if (isOutside(folder, target)) throw leaves(path)
  await mkdir(dirname(target), { recursive: true })
  if (isOutside(await realpath(folder), await realpath(dirname(target)))) throw leaves(path)
  await writeWhole(target, data)
}

/** Writes a file; who dies half-way leaves the one before. */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.part`
  try {
    await writeFile(fresh, data)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || (way !== '' && join(folder, way) !== join(path))
}

function leaves(path: string): Failure {
  return new Failure(
    EXIT.error,
    `${path} would be written outside of the folder.`,
    'Remove the link that leads there.',
  )
}
