/**
 * Whether changes are found and noise is not: real pages with changes of known truth and programmed noise.
 * `node bench/changes/run.ts <data folder> [--pages 60] [--seed 1] [--misses]`; the folder is described in `bench/README.md`.
 */
import { parseArgs } from 'node:util'
import {
  type Change,
  compare,
  EMPTY_MASK,
  findNoise,
  mergeMasks,
  type Reading,
  readPage,
} from '@gleaner/changes'
import { renderHtml } from '@gleaner/formats'
import { type Document, visibleText } from '@gleaner/markup'
import type { Fold } from '../lib/fold.ts'
import { table } from '../lib/table.ts'
import { MUTATIONS, type Truth } from './mutations.ts'
import { addNoise, KNOWN, relayOut, UNKNOWN } from './noise.ts'
import { loadRealPages, type RealPage, treeOf } from './pages.ts'
import { seeded } from './random.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? process.env.GLEANER_BENCH_DATA
if (!folder) throw new Error('Name the data folder: node bench/changes/run.ts <folder>')
const seed = Number(values.seed)
/** Noise checks of one page after its mask was made. */
const LOOKS = 10

interface Count {
  of: number
  hits: number
}
const counts = new Map<string, Record<Fold, Count>>()
const misses: string[] = []
const times: number[] = []

const pages = loadRealPages(folder, Number(values.pages)).filter(
  (page) => visibleText(treeOf(page)).length > 500,
)
for (const [index, page] of pages.entries()) judge(page, seed * 10_000 + index)
const shares = [...counts].map(([name, { tune, validate }]) => [
  name,
  ...[tune, validate].flatMap(({ of, hits }) => [`${hits} of ${of}`, share(hits, of)]),
])
console.log(table(['what', 'tuned on', '%', 'not seen', '% '], shares))
console.log(
  `${pages.length} pages; reading and comparing a pair: median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
)
if (values.misses) console.log(misses.join('\n'))

function judge(page: RealPage, pageSeed: number): void {
  const plain = read(page, () => {})
  Object.entries(MUTATIONS).forEach(([name, mutate], place) => {
    let truth: Truth | undefined
    const random = () => seeded(pageSeed * 31 + place)
    const changed = read(page, (tree) => {
      truth = mutate(tree, random())
    })
    if (!truth) return
    const { changes } = timed(() => compare(plain, changed, { mode: 'semantic' }))
    note(`found: ${name}`, page, holds(changes, truth), changes)
    note('found: all', page, holds(changes, truth), [])
    const [before, after] = [KNOWN, KNOWN].map((kinds, look) =>
      read(page, (tree) => {
        if (look === 1) mutate(tree, random())
        addNoise(tree, pageSeed, pageSeed * 7 + look, kinds)
      }),
    )
    note('found beside noise', page, holds(compare(before!, after!, { mode: 'semantic' }).changes, truth), [])
  })
  judgeNoise(page, pageSeed)
}

function judgeNoise(page: RealPage, pageSeed: number): void {
  const look = (at: number, kinds: typeof KNOWN) =>
    read(page, (tree) => addNoise(tree, pageSeed, pageSeed * 101 + at, kinds))
  for (const [name, place] of Object.entries(KNOWN)) {
    const { changes } = compare(look(1, { [name]: place }), look(2, { [name]: place }), { mode: 'semantic' })
    note('false: no mask', page, changes.length > 0, changes)
  }
  const wrapped = read(page, (tree) => relayOut(tree, pageSeed))
  const { changes } = compare(look(0, {}), wrapped, { mode: 'semantic' })
  note('false: layout', page, changes.length > 0, changes)
  for (const mode of ['semantic', 'exact'] as const) {
    const kinds = { ...KNOWN, ...UNKNOWN }
    const first = look(0, kinds)
    let mask = mergeMasks(EMPTY_MASK, findNoise(first, look(1, kinds)))
    for (let at = 1; at <= LOOKS; at++) {
      const now = look(2 * at, kinds)
      let comparison = compare(first, now, { mode }, { mask })
      note(`asked again: ${mode}`, page, comparison.changed, [])
      if (comparison.changed) {
        const again = look(2 * at + 1, kinds)
        mask = mergeMasks(mask, findNoise(now, again))
        comparison = compare(first, now, { mode }, { mask, again })
      }
      note(`false: mask, ${mode}`, page, comparison.changed, comparison.changes)
    }
  }
}

function read(page: RealPage, change: (tree: Document) => void): Reading {
  const tree = treeOf(page)
  change(tree)
  const html = renderHtml(tree, page.url)
  return timed(() => readPage(html))
}

function timed<T>(work: () => T): T {
  const from = performance.now()
  const result = work()
  times.push(performance.now() - from)
  return result
}

function holds(changes: readonly Change[], { side, text }: Truth): boolean {
  return changes.some((change) => change[side]?.includes(text))
}

function note(name: string, { id, fold }: RealPage, isHit: boolean, changes: readonly Change[]): void {
  const none = () => ({ of: 0, hits: 0 })
  const count = counts.get(name) ?? { tune: none(), validate: none() }
  counts.set(name, count)
  count[fold].of++
  if (isHit) count[fold].hits++
  // Only pages that rules may be made for are shown.
  if (fold === 'tune' && isHit !== name.startsWith('found'))
    misses.push(`${name}: ${id}: ${JSON.stringify(changes.slice(0, 2)).slice(0, 400)}`)
}

function share(hits: number, of: number): string {
  return of === 0 ? '-' : ((100 * hits) / of).toFixed(2)
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0
}
