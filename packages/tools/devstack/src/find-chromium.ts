import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from './environment.ts'

type FindProgram = (env: Environment) => string | undefined

/** The browser that the set-up looks for and installs: one search serves both. */
export async function findChromium(env: Environment): Promise<string | undefined> {
  const setup = pathToFileURL(join(import.meta.dirname, '../../../../scripts/setup/find-program.mjs'))
  const { findChromium: find } = (await import(setup.href)) as { findChromium: FindProgram }
  return find(env)
}
