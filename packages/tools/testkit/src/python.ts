import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Requirement } from './where.ts'

/** Debian's, which knows of the packages that `apt-get install` brings. */
const PYTHON = '/usr/bin/python3'
/** Of the Python client. */
const FOLDER = join(import.meta.dirname, '../../../../clients/python')

/** Packages of Python that a test needs, by the names under which they are imported. */
export function pythonWith(...packages: string[]): Requirement {
  // Found, not imported: setuptools and pip do not bear each other.
  const script = `import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))`
  const { status } = spawnSync(PYTHON, ['-c', script, ...packages])
  return { isMet: status === 0, missing: `${PYTHON} has not all of ${packages.join(', ')}` }
}

/** Runs Python in the folder of a client, with what that client and the SDK hold in reach; throws with all that it printed when it fails. */
export async function runPython(
  args: readonly string[],
  { env = {}, cwd = FOLDER }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  const child = spawn(PYTHON, args, {
    cwd,
    env: {
      ...withoutOurs(process.env),
      PYTHONPATH: [...new Set([join(cwd, 'src'), join(FOLDER, 'src'), join(cwd, 'tests')])].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  const code = await ended
  if (code !== 0) throw new Error(`python3 ${args.join(' ')} ended with ${code}:\n${printed}`)
  return printed
}

function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GLEANER_')))
}
