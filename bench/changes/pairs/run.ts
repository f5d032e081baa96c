/**
 * Whether a monitor tells what changed between two versions of real pages, by the truth of another program (w3m), and nothing else.
 * `node bench/changes/pairs/get.ts <folder>` gets the pages; `node bench/changes/pairs/run.ts <folder> [--most 10] [--skip 0] [--seed 1] [--noise 3] [--show validate]`
 */
import { parseArgs } from 'node:util'
import type { JudgedPage } from '@gleaner/monitors/judging/messages'
import type { Fold } from '../../lib/fold.ts'
import { table } from '../../lib/table.ts'
import { addNoise, KNOWN, UNKNOWN } from '../noise.ts'
import { loadPairs, type Pair } from './load-pairs.ts'
import { countWords, type Truth, truthOf } from './truth.ts'
import { resultOf, watchPage } from './watch.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '10' },
    /** Pages of each package to leave out first: others than those that rules were made for. */
    skip: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    /** Looks at each page with clocks, tokens and rotating advertisements, and then at its later version. */
    noise: { type: 'string', default: '0' },
    /** The fold whose misses are shown: rules are made for `tune` alone. */
    show: { type: 'string' },
  },
})
const counts = new Map<string, Record<Fold, { of: number; hits: number }>>()
const packages = new Set<string>()
let pairs = 0

for (const pair of loadPairs(positionals[0]!, Number(values.most), Number(values.skip))) {
  packages.add(pair.package)
  const truth = truthOf(pair.old, pair.new)
  judgePair(pair, truth)
  if (Number(values.noise) > 0) judgeBesideNoise(pair, truth, Number(values.seed) * 1_000 + pairs)
  pairs++
}
const shares = [...counts]
  .sort()
  .map(([name, { tune, validate }]) => [
    name,
    ...[tune, validate].flatMap(({ of, hits }) => [
      `${hits} of ${of}`,
      of === 0 ? '-' : ((100 * hits) / of).toFixed(2),
    ]),
  ])
console.log(table(['what', 'tuned on', '%', 'not seen', '% '], shares))
console.log(`${pairs} pairs of ${packages.size} packages`)

function judgePair(pair: Pair, truth: Truth): void {
  const page = watchPage()
  page.check(() => resultOf(pair.old))
  const judged = page.check(() => resultOf(pair.new))
  noteAnswer('', pair, truth, judged)
  if (truth.what !== 'text' || judged.state !== 'changed') return
  // A message has 500 changes at most.
  if (judged.total > judged.changes.length) return
  const changed = judged.changes.filter(({ what, kind }) => what === 'text' && kind !== 'moved')
  const texts = (side: 'before' | 'after') => changed.flatMap((change) => change[side] ?? [])
  const words = countWords(texts('after'), countWords(texts('before'), new Map(), -1), 1)
  for (const [name, these, those] of [
    ['words found', truth.words, words],
    ['words told are true', words, truth.words],
  ] as const)
    for (const [word, count] of these)
      for (let n = 1; n <= Math.abs(count); n++) {
        const isShared = (those.get(word) ?? 0) * Math.sign(count) >= n
        note(name, pair, isShared, `${word} ${count} times, not ${those.get(word) ?? 0}`, true)
      }
}

function judgeBesideNoise(pair: Pair, truth: Truth, seed: number): void {
  const page = watchPage()
  const kinds = { ...KNOWN, ...UNKNOWN }
  let looks = 0
  const look = (html: string) => () =>
    resultOf(html, (tree) => addNoise(tree, seed, seed * 101 + looks++, kinds))
  page.check(look(pair.old))
  for (let at = 0; at < Number(values.noise); at++) {
    const { state, changes } = page.check(look(pair.old))
    note('noise: false', pair, state === 'changed', JSON.stringify(changes.slice(0, 2)), false)
  }
  noteAnswer('noise: ', pair, truth, page.check(look(pair.new)))
}

function noteAnswer(
  name: string,
  pair: Pair,
  { what, removed, added }: Truth,
  { state, changes }: JudgedPage,
): void {
  const shown = JSON.stringify({
    changes: changes.slice(0, 3),
    removed: removed.slice(0, 3),
    added: added.slice(0, 3),
  })
  note(
    `${name}told: ${what}`,
    pair,
    state === 'changed',
    shown,
    what === 'address' ? undefined : what === 'text',
  )
}

/** `wanted`: what a right answer is; undefined where neither is wrong. */
function note(
  name: string,
  { package: from, path, fold }: Pair,
  isHit: boolean,
  shown: string,
  wanted?: boolean,
): void {
  const none = () => ({ of: 0, hits: 0 })
  const count = counts.get(name) ?? { tune: none(), validate: none() }
  counts.set(name, count)
  count[fold].of++
  if (isHit) count[fold].hits++
  if (fold === values.show && wanted !== undefined && isHit !== wanted)
    console.log(`${name}: ${from} ${path}: ${shown.slice(0, 900)}`)
}
