import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Mutant } from './mutant.ts'
import { sqlFaults } from './sql-operators.ts'

/**
 * Left out: texts, as most are messages that nobody need repeat in a test. Statements are texts too, and have operators of their own.
 */
const TEXT = 'StringLiteral'

export interface Instrumented {
  /** By file: the source that tells which of its faults were reached. */
  sources: Map<string, string>
  /** Without their suites. */
  mutants: Mutant[]
  /** Where a fault is noted as reached, by fault. */
  marks: Map<Mutant, string>
}

type Log = ConstructorParameters<typeof Instrumenter>[0]
const NO_LOG = new Proxy({}, { get: () => () => false }) as Log

/** Finds the faults that can be made in the files of a project. */
export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
  const sources = new Map<string, string>()
  const mutants: Mutant[] = []
  const marks = new Map<Mutant, string>()
  const add = (mutant: Omit<Mutant, 'id' | 'suites'>, mark: string) => {
    const made = { id: mutants.length, suites: [], ...mutant }
    mutants.push(made)
    marks.set(made, `${mutant.file}#${mark}`)
  }
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8')
    const offsetOf = createOffsets(content)
    const instrumenter = new Instrumenter(NO_LOG)
    const { files: made, mutants: found } = await instrumenter.instrument(
      [{ name: file, mutate: true, content }],
      { plugins: null, excludedMutations: [], ignorers: [] },
    )
    sources.set(file, withFileName(made[0]!.content, file))
    for (const { id, location, mutatorName: operator, replacement } of found) {
      const [start, end] = [offsetOf(location.start), offsetOf(location.end)]
      const line = location.start.line + 1
      if (operator !== TEXT) {
        add({ file, operator, start, end, replacement, line }, id)
        continue
      }
      for (const fault of sqlFaults(content.slice(start, end))) {
        const at = start + fault.start
        const faultLine = line + content.slice(start, at).split('\n').length - 1
        add(
          {
            file,
            operator: fault.operator,
            start: at,
            end: start + fault.end,
            replacement: fault.replacement,
            line: faultLine,
          },
          id,
        )
      }
    }
  }
  return { sources, mutants, marks }
}

/** Notes what is reached under `<file>#<fault>`: the instrumenter numbers the faults of each call from 0. */
function withFileName(source: string, file: string): string {
  return source.replace('c[a[i]] = (c[a[i]] || 0) + 1', `c[${JSON.stringify(`${file}#`)} + a[i]] = 1`)
}

/** From lines and columns, both from 0, to offsets. */
function createOffsets(content: string) {
  const starts = [0]
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }: { line: number; column: number }) => starts[line]! + column
}
