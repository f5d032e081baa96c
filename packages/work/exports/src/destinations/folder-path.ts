import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { invalidRequest } from '@gleaner/contracts/invalid-request'

/** The folder as it is stored. Throws INVALID_REQUEST for one that lies below none of the operator's. By its text alone. */
export function checkFolder(folders: readonly string[], path: string): string {
  const folder = resolve(path)
  if (folders.some((root) => isWithin(resolve(root), folder))) return folder
  const message =
    folders.length === 0
      ? 'is not possible here: the operator allows no folders (EXPORT_FOLDERS); use type "s3" or "webhook"'
      : `must lie at or below one of ${folders.join(', ')}, which the operator allows`
  throw invalidRequest([{ path: 'path', message }])
}

/** Throws when a folder that exists leads out of the operator's folders by a link, or has become forbidden since. */
export async function checkRealFolder(folders: readonly string[], folder: string): Promise<void> {
  const real = await realpath(folder)
  const roots = await Promise.all(folders.map((root) => realpath(root).catch(() => undefined)))
  if (!roots.some((root) => root !== undefined && isWithin(root, real)))
    throw new Error(`${folder} lies outside the folders that the operator allows`)
}

function isWithin(root: string, folder: string): boolean {
  const path = relative(root, folder)
  return path !== '..' && !path.startsWith(`..${sep}`) && !path.startsWith(sep)
}
