import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import startServers from '@gleaner/testkit/jest/global-setup'
import stopServers from '@gleaner/testkit/jest/global-teardown'
import { table } from '../lib/table.ts'
import { copyTree } from './copy-tree.ts'
import { findReached } from './find-reached.ts'
import { instrument } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import { sample } from './sample.ts'
import { MEASURED } from './suites.ts'
import { type Fate, tryMutant } from './try-mutant.ts'

/**
 * How many small faults the tests of a package notice: `npm run mutants -- billing jobs --size 60 --seed 1`. Without names: all packages of
 * `suites.ts`. Faults are drawn at random; each is made in a copy of the project and tried with the test files that reach it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const names = positionals.length > 0 ? positionals : Object.keys(MEASURED)
const unknown = names.filter((name) => !MEASURED[name])
if (unknown.length > 0)
  throw new Error(`Not measured: ${unknown.join(', ')}. Packages: ${Object.keys(MEASURED).join(', ')}`)

// Before the copy: the tree may be worked on while faults are tried.
const sources = new Map(names.map((name) => [name, sourcesOf(name)]))
using copy = copyTree(ROOT)
await startServers()
const rows = []
try {
  for (const name of names) rows.push(await measure(name))
} finally {
  await stopServers()
}
console.log(`\n${table(['package', 'faults', 'tried', 'noticed', '%', 'goal'], rows)}`)

async function measure(name: string): Promise<(string | number)[]> {
  const { suites, goal } = MEASURED[name]!
  const instrumented = await instrument(copy.root, sources.get(name)!)
  const mutants = await findReached(copy.root, instrumented, suites)
  const tried = sample(mutants, Number(values.size), Number(values.seed))
  const fates = new Map<Fate, number>()
  for (const mutant of tried) {
    const fate = await tryMutant(copy.root, mutant)
    fates.set(fate, (fates.get(fate) ?? 0) + 1)
    if (fate === 'survived' || fate === 'unreached') tell(mutant, fate)
  }
  const noticed = (fates.get('killed') ?? 0) + (fates.get('hung') ?? 0)
  return [name, mutants.length, tried.length, noticed, Math.round((100 * noticed) / tried.length), goal]
}

function sourcesOf(name: string): string[] {
  const files = execFileSync('git', ['ls-files', `packages/*/${name}/src/*.ts`], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return files.split('\n').filter((file) => file && !/\.test\.ts$|\/(?:testing|tests|fixtures)\//.test(file))
}

function tell({ file, line, operator, start, end, replacement }: Mutant, fate: Fate): void {
  const original = readFileSync(join(copy.root, file), 'utf8').slice(start, end)
  const short = (text: string) => JSON.stringify(text.length > 70 ? `${text.slice(0, 70)}…` : text)
  console.log(`${fate}: ${file}:${line} ${operator}: ${short(original)} -> ${short(replacement)}`)
}
