import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, type Mutant } from './mutant.ts'
import { runJest } from './run-jest.ts'

/** `unreached`: no test file comes there. `hung`: noticed too, as its tests do not end. */
export type Fate = 'killed' | 'hung' | 'survived' | 'unreached'

/** A test file that takes longer than this hangs, beside whatever else the machine does. */
const TIMEOUT_PER_SUITE_MS = 90_000

/** Runs the test files that reach a fault, with it in place. */
export async function tryMutant(root: string, mutant: Mutant): Promise<Fate> {
  if (mutant.suites.length === 0) return 'unreached'
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, apply(source, mutant))
  try {
    const args = ['--runInBand', '--bail', '--runTestsByPath', ...mutant.suites]
    const { outcome } = await runJest({ root, args, timeoutMs: mutant.suites.length * TIMEOUT_PER_SUITE_MS })
    return outcome === 'passed' ? 'survived' : outcome === 'failed' ? 'killed' : 'hung'
  } finally {
    writeFileSync(path, source)
  }
}
