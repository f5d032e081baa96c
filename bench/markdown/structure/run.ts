/**
 * Tables and listings of strangers' documents in our Markdown: `node bench/markdown/structure/run.ts <folder> [--fold tune|validate] [--each 8] [--whole] [--worst 20]`.
 * `<folder>` is what `get.ts` made. Truth is what the page's own elements say; `--whole` leaves the choice of the main content out.
 */
import { parseArgs } from 'node:util'
import { extract } from '@gleaner/extract/extract'
import { decodeBody, parseHtml } from '@gleaner/markup'
import { pageRequest } from '../../lib/page-request.ts'
import { table } from '../../lib/table.ts'
import { likeness } from './likeness.ts'
import { readDocuments } from './read-documents.ts'
import { shownStructure } from './shown-structure.ts'
import { isComparable, tableSimilarity } from './tree-similarity.ts'
import { writtenStructure } from './written-structure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fold: { type: 'string' },
    each: { type: 'string', default: '8' },
    whole: { type: 'boolean', default: false },
    worst: { type: 'string', default: '0' },
  },
})

interface Score {
  package: string
  file: string
  kind: 'table' | 'spanned table' | 'code'
  score: number
  shown: string
}

const documents = readDocuments(positionals[0]!, Number(values.each), /<th[\s>]|<pre[\s>]/i)
const scores: Score[] = []
for (const page of documents.filter(({ fold }) => !values.fold || fold === values.fold)) {
  const shown = shownStructure(parseHtml(decodeBody(page.bytes, 'text/html').text))
  const written = writtenStructure(await markdownOf(page.bytes))
  const add = (kind: Score['kind'], score: number, text: string) =>
    scores.push({ package: page.package, file: page.file, kind, score, shown: text })
  for (const rows of shown.tables.filter(isComparable)) {
    const isSpanned = rows.flat().some(({ colspan, rowspan }) => colspan > 1 || rowspan > 1)
    const best = takeBest(rows, written.tables.filter(isComparable), tableSimilarity)
    add(
      isSpanned ? 'spanned table' : 'table',
      best,
      JSON.stringify(rows.slice(0, 3).map((row) => row.map(({ text }) => text))),
    )
  }
  for (const code of shown.code) add('code', takeBest(code, written.code, likeness), JSON.stringify(code))
}

const names = [...new Set(scores.map((score) => score.package))]
const rowOf = (name: string, of: Score[]) => [
  name,
  ...(['table', 'spanned table', 'code'] as const).flatMap((kind) => {
    const some = of.filter((score) => score.kind === kind)
    return [some.length, some.length === 0 ? '-' : mean(some.map(({ score }) => score)).toFixed(3)]
  }),
]
console.log(
  table(
    ['package', 'tables', 'TEDS', 'spanned', 'TEDS', 'listings', 'likeness'],
    [
      ...names.map((name) =>
        rowOf(
          name,
          scores.filter((score) => score.package === name),
        ),
      ),
      rowOf('each alike', scores),
    ],
  ),
)
for (const kind of [['table', 'spanned table'], ['code']]) {
  const byPackage = names.map((name) =>
    scores.filter((score) => score.package === name && kind.includes(score.kind)),
  )
  const filled = byPackage.filter((some) => some.length > 0)
  console.log(
    `${kind.join(' and ')}, mean of packages: ${mean(filled.map((some) => mean(some.map(({ score }) => score)))).toFixed(3)}`,
  )
}
for (const { file, kind, score, shown } of scores
  .toSorted((a, b) => a.score - b.score)
  .slice(0, Number(values.worst)))
  console.log(`${score.toFixed(2)} ${kind} ${file}\n     ${shown.slice(0, 300)}`)

async function markdownOf(body: Buffer): Promise<string> {
  const outcome = await extract(
    pageRequest({
      url: 'https://docs.example.org/manual/page.html',
      body,
      contentType: 'text/html',
      formats: ['markdown'],
      onlyMainContent: !values.whole,
    }),
  )
  if (!outcome.ok) throw new Error(outcome.message)
  const { markdown } = outcome.content.content as { markdown: string }
  return markdown
}

/** How like the nearest of `others` is, which is then taken out. */
function takeBest<T>(one: T, others: T[], compare: (one: T, other: T) => number): number {
  let [best, at] = [0, -1]
  for (const [index, other] of others.entries()) {
    const score = compare(one, other)
    if (score > best) [best, at] = [score, index]
    if (best === 1) break
  }
  if (at >= 0) others.splice(at, 1)
  return best
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
