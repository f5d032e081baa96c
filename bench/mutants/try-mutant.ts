import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apply, type Mutant } from './mutant.ts'
import { type JestRun, runJest } from './run-jest.ts'

/** `unreached`: no test file comes there. `hung`: noticed too, as its tests do not end. */
export type Fate = 'killed' | 'hung' | 'survived' | 'unreached'

/** A test file that takes longer than this hangs, beside whatever else the machine does. */
const TIMEOUT_PER_SUITE_MS = 90_000
const IN_GIVEN_ORDER = fileURLToPath(new URL('in-given-order.ts', import.meta.url))

/**
 * Runs the test files that reach a fault, with it in place. Those that fail run a second time on their own: a test that a busy machine has
 * failed once is no test that notices the fault.
 */
export async function tryMutant(root: string, mutant: Mutant): Promise<Fate> {
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, apply(source, mutant))
  try {
    let left = mutant.suites
    if (left.length === 0) return 'unreached'
    while (left.length > 0) {
      const first = await runSuites(root, left)
      if (first.outcome === 'passed') return 'survived'
      if (first.outcome === 'hung') return 'hung'
      const again = await runSuites(root, first.failed.length > 0 ? first.failed : left)
      if (again.outcome !== 'passed') return again.outcome === 'hung' ? 'hung' : 'killed'
      left = left.filter((suite) => !first.passed.includes(suite) && !first.failed.includes(suite))
    }
    return 'survived'
  } finally {
    writeFileSync(path, source)
  }
}

interface SuitesRun extends Pick<JestRun, 'outcome'> {
  passed: string[]
  failed: string[]
}

interface JestReport {
  testResults: { name: string; status: string }[]
}

/** Until the first one fails. */
async function runSuites(root: string, suites: readonly string[]): Promise<SuitesRun> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-mutant-'))
  const report = join(folder, 'report.json')
  try {
    const args = [
      '--maxWorkers=1',
      '--bail',
      `--testSequencer=${IN_GIVEN_ORDER}`,
      '--json',
      `--outputFile=${report}`,
    ]
    const { outcome } = await runJest({
      root,
      args: [...args, '--runTestsByPath', ...suites],
      env: { SUITES: suites.join() },
      timeoutMs: suites.length * TIMEOUT_PER_SUITE_MS,
    })
    const { testResults } = outcome === 'hung' ? { testResults: [] } : readReport(report)
    const having = (wanted: string) =>
      testResults.filter(({ status }) => status === wanted).map(({ name }) => relative(root, name))
    return { outcome, passed: having('passed'), failed: having('failed') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Empty where jest itself has failed. */
function readReport(path: string): JestReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JestReport
  } catch {
    return { testResults: [] }
  }
}
