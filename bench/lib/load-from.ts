import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Loads a source of a checkout of this project, of this one or of another to compare with, with what that one has installed. `path` begins with the
 * name of the package, whichever wing it stands in.
 */
export async function loadFrom(checkout: string, path: string) {
  const [file] = globSync([`packages/*/${path}`, `packages/${path}`], { cwd: resolve(checkout) })
  if (file === undefined) throw new Error(`${checkout} has no ${path}`)
  return await import(pathToFileURL(join(resolve(checkout), file)).href)
}
