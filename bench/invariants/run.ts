/**
 * What must hold for every page, over folders of real documentation: `node bench/invariants/run.ts <folder>... [--every
 * N] [--details]`. Debian's packages `*-doc` bring tens of thousands of pages, for instance `/usr/share/doc/rust-doc`.
 * Prints how many pages break each invariant, and the slowest page.
 */
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from '../lib/table.ts'
import { type Breach, checkPage, INVARIANTS } from './check-page.ts'

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' }, details: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (positionals.length === 0) throw new Error('Name the folders: node bench/invariants/run.ts <folder>...')

const pages = sample(positionals.flatMap(htmlFiles), Number(values.every))
const breaches = new Map<string, number>(INVARIANTS.map((invariant) => [invariant, 0]))
let slowest = { ms: 0, page: '' }
let sound = 0

for (const page of pages) {
  const startedAt = performance.now()
  const found = await checkPage(readFileSync(page), `https://docs.example${page}`)
  const ms = performance.now() - startedAt
  if (ms > slowest.ms) slowest = { ms, page }
  if (found.length === 0) sound++
  count(found)
  if (values.details)
    for (const { invariant, detail } of found) console.log(`${invariant}\t${page}\t${detail}`)
}

console.log(
  table(
    ['Invariant', 'Pages that break it', '%'],
    [...breaches].map(([name, pagesOff]) => [name, pagesOff, share(pagesOff)]),
  ),
)
console.log(
  `${sound} of ${pages.length} pages sound (${share(sound)} %); slowest ${Math.round(slowest.ms)} ms, all checks included: ${slowest.page}`,
)

function count(found: readonly Breach[]): void {
  for (const { invariant } of found) breaches.set(invariant, breaches.get(invariant)! + 1)
}

function htmlFiles(folder: string): string[] {
  return globSync('**/*.html', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(realpathSync(parentPath), name))
}

function sample<T>(items: readonly T[], every: number): T[] {
  return items.filter((_, index) => index % every === 0)
}

function share(part: number): string {
  return ((100 * part) / pages.length).toFixed(2)
}
