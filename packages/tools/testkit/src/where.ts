import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, test } from '@jest/globals'

/** Something that a machine must have for a test to be possible. */
export interface Requirement {
  isMet: boolean
  /** What is missing where it is not met. */
  missing: string
}

interface Where {
  test(title: string, run: () => void | Promise<void>, timeoutMs?: number): void
  describe(title: string, define: () => void): void
}

/**
 * `where(root).test(...)`: a test, or a group of them, that some machines cannot run. There it is skipped, which jest
 * counts, and its title says why.
 */
export function where(...requirements: readonly Requirement[]): Where {
  const missing = requirements.filter(({ isMet }) => !isMet).map((requirement) => requirement.missing)
  if (missing.length === 0) return { test, describe }
  const because = (title: string) => `${title} (skipped: ${missing.join(', ')})`
  return {
    test: (title, run, timeoutMs) => test.skip(because(title), run, timeoutMs),
    describe: (title, define) => describe.skip(because(title), define),
  }
}

export const linux: Requirement = { isMet: process.platform === 'linux', missing: 'not Linux' }

export const root: Requirement = { isMet: linux.isMet && process.getuid?.() === 0, missing: 'not root' }

export function installed(program: string): Requirement {
  return { isMet: existsSync(program), missing: `${program} is not installed` }
}

/** Namespaces of users and networks, set up by a shell's command inside. */
export function networkNamespace(setUp = 'true'): Requirement {
  const { status } = spawnSync('unshare', ['-rn', 'sh', '-c', setUp])
  return { isMet: status === 0, missing: 'unshare(1) makes no network namespace here' }
}
