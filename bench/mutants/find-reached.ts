import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Instrumented } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import { runJest } from './run-jest.ts'

const DRY_RUN_MS = 30 * 60_000
/** Each test file loads its modules anew: what is reached of them is noted file by file. */
const OWN_MODULES = `--runner=${fileURLToPath(import.meta.resolve('jest-runner'))}`

/** Runs the suites once in an instrumented copy. Returns the faults with the test files that reach each; the copy is as before then. */
export async function findReached(
  root: string,
  { sources, mutants, marks }: Instrumented,
  suites: readonly string[],
): Promise<Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-reached-'))
  const originals = new Map([...sources.keys()].map((file) => [file, readFileSync(join(root, file))]))
  try {
    for (const [file, source] of sources) writeFileSync(join(root, file), source)
    const setup = join(root, 'bench/mutants/note-reached.ts')
    const args = [
      OWN_MODULES,
      `--setupFilesAfterEnv=${setup}`,
      '--maxWorkers=2',
      '--testTimeout=120000',
      ...suites,
    ]
    const run = await runJest({ root, args, env: { REACHED_FOLDER: folder }, timeoutMs: DRY_RUN_MS })
    if (run.outcome !== 'passed') throw new Error(`The suites fail without any fault:\n${run.output}`)
    const reachedBy = readReached(folder, root)
    return mutants.map((mutant) => ({ ...mutant, suites: reachedBy.get(marks.get(mutant)!) ?? [] }))
  } finally {
    for (const [file, content] of originals) writeFileSync(join(root, file), content)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Test files by what they reach, those first that reach the least: they are about it. */
function readReached(folder: string, root: string): Map<string, string[]> {
  const notes = readdirSync(folder)
    .map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { suite: string; reached: string[] },
    )
    .sort((a, b) => a.reached.length - b.reached.length)
  const reachedBy = new Map<string, string[]>()
  for (const { suite, reached } of notes)
    for (const mark of reached) reachedBy.set(mark, [...(reachedBy.get(mark) ?? []), relative(root, suite)])
  return reachedBy
}
