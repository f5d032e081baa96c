/**
 * Trains the block model: `node bench/blocks/train.ts <data> [--seed blocks]` shows by five folds of domains what it wins, page by
 * page in the real reader; with `--write` it trains on all pages and writes `model-data.ts`. `<data>`: see bench/README.md.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { correctDraft, packModel } from '@gleaner/main-content/training'
import { meanShares, type Score, scorePage, shares } from '../extraction/score.ts'
import { table } from '../lib/table.ts'
import { boost, type Growth } from './boost.ts'
import { foldOf, joinSamples, type LabelledPage, readLabelled, textOf } from './read-pages.ts'

const FOLDS = 5
const GROWTH: Growth = {
  trees: 160,
  leaves: 8,
  rate: 0.05,
  minWeight: 60,
  smooth: 60,
  rowShare: 0.6,
  featureShare: 0.25,
  seed: 7,
}
const FILE = new URL('../../packages/reading/main-content/src/blocks/model-data.ts', import.meta.url)
/** Changes of a page's F1 that are told. */
const LEAST = 0.001
/** Characters of a line of the written file. */
const LINE = 120

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, seed: { type: 'string', default: 'blocks' } },
})
const [data] = positionals
if (!data) {
  console.error('node bench/blocks/train.ts <data> [--seed <name of another deal of folds>] [--write]')
  process.exit(2)
}
const pages = readLabelled(data)
if (values.write) write()
else report(values.seed)

function write(): void {
  const model = boost(joinSamples(pages.map(({ sample }) => sample)), GROWTH)
  const lines = packModel(model).match(new RegExp(`.{1,${LINE}}`, 'g'))!
  writeFileSync(
    FILE,
    `/** Written by \`bench/blocks/train.ts\`: see \`block-model.ts\`. */
export const MODEL_BASE = ${model.base}
export const MODEL_NODES: readonly string[] = [
${lines.map((line) => `  '${line}',`).join('\n')}
]
`,
  )
  console.log(`${pages.length} pages, ${model.features.length} nodes`)
}

interface Judged {
  page: LabelledPage['page']
  before: Score
  after: Score
}

/** Each page is read with a model that has seen no page of its site. */
function report(seed: string): void {
  const places = pages.map(({ page }) => foldOf(page, FOLDS, seed))
  const judged: Judged[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = pages.filter((_, at) => places[at] !== fold)
    const model = boost(joinSamples(seen.map(({ sample }) => sample)), GROWTH)
    for (const { page, draft } of pages.filter((_, at) => places[at] === fold)) {
      const scoreOf = (of: typeof draft) => scorePage(page.truth, textOf(of, page.url))
      judged.push({ page, before: scoreOf(draft), after: scoreOf(correctDraft(draft, model)) })
    }
  }
  const rows = [
    ...Map.groupBy(judged, ({ page }) => page.set),
    ...Map.groupBy(
      judged.filter(({ page }) => page.pageType !== undefined),
      ({ page }) => `${page.set} ${page.pageType}`,
    ),
  ]
  console.log(
    table(
      ['F1 by folds', 'pages', 'without', 'with', 'difference a page, standard error', 'better, worse'],
      rows.map(([label, members]) => rowOf(label, members)),
    ),
  )
}

function rowOf(label: string, members: readonly Judged[]): (string | number)[] {
  const { kind } = members[0]!.page.truth
  const f1 = (side: 'before' | 'after') =>
    meanShares(
      kind,
      members.map((one) => one[side]),
    ).f1.toFixed(4)
  const changes = members.map(({ before, after }) => shares(after).f1 - shares(before).f1)
  const mean = changes.reduce((sum, one) => sum + one, 0) / changes.length
  const error = Math.sqrt(changes.reduce((sum, one) => sum + (one - mean) ** 2, 0)) / changes.length
  return [
    label,
    members.length,
    f1('before'),
    f1('after'),
    `${mean.toFixed(4)}, ${error.toFixed(4)}`,
    `${changes.filter((one) => one > LEAST).length}, ${changes.filter((one) => one < -LEAST).length}`,
  ]
}
