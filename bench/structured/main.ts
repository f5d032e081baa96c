/**
 * Measures structured data, metadata and price reading against labelled pages.
 *
 *   node bench/structured/main.ts <data folder> [--half tune|validate|all] [--set peb,n4k,...] [--verbose]
 *
 * A half is the pages of half of the sites (`bench/lib/fold.ts`), or of the price strings. "-" stands where there was nothing to
 * count. The folder (or `GLEANER_BENCH_DATA`) holds one folder per set: `peb` (scrapinghub/product-extraction-benchmark), `htmldate`
 * (adbar/htmldate), `n4k`, `wcxb` with `ground-truth.json.gz` and `html/*.html.gz`, and `price/cases.json.gz` (scrapinghub/price-parser).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readMetadata, readStructured } from '@gleaner/structured-data'
import { type ArticleTruth, noteArticle, readArticle } from './articles.ts'
import { type BenchPage, type Half, loadSet } from './load-set.ts'
import { scorePrices } from './prices.ts'
import { noteProduct, type ProductTruth, readProduct } from './products.ts'
import { f1, isEmpty, newTally, type Tally } from './score.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    set: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const data = positionals[0] ?? process.env.GLEANER_BENCH_DATA
if (!data || !existsSync(data)) {
  console.error(
    'usage: node bench/structured/main.ts <data folder> [--half tune|validate|all] [--set peb,n4k] [--verbose]',
  )
  process.exit(2)
}
const half = values.half as Half
const wanted = (name: string) =>
  (!values.set || values.set.split(',').includes(name)) && existsSync(join(data, name))

const SETS: Record<string, readonly string[]> = {
  peb: ['price', 'sku', 'availability', 'brand'],
  htmldate: ['date'],
  n4k: ['title', 'author', 'date'],
  wcxb: ['title', 'author', 'date'],
}

for (const [name, fields] of Object.entries(SETS)) if (wanted(name)) runSet(name, fields)
if (wanted('price')) {
  const { right, cases, unreadable, wrong } = scorePrices(join(data, 'price', 'cases.json.gz'), half)
  console.log(`price      ${shareOf(right, cases)} strings; ${unreadable} have no digit for their amount`)
  if (values.verbose) for (const line of wrong) console.log(`  ${line}`)
}

function shareOf(right: number, cases: number): string {
  return cases === 0 ? '- (none of 0)' : `${right} of ${cases} (${((100 * right) / cases).toFixed(1)} %)`
}

function runSet(name: string, fields: readonly string[]): void {
  const tallies: Record<string, Tally> = Object.fromEntries(fields.map((field) => [field, newTally()]))
  const times: number[] = []
  const leftOut: string[] = []
  let chars = 0
  for (const page of loadSet<ProductTruth & ArticleTruth>(join(data!, name), half, leftOut)) {
    chars += page.chars
    const { wrong, ms } = readPage(name, page, tallies, fields)
    times.push(ms)
    if (values.verbose && wrong.length > 0)
      console.log(`  ${page.id.slice(0, 12)} ${page.url}\n    ${wrong.join('\n    ')}`)
  }
  for (const field of fields)
    console.log(`${name.padEnd(10)} ${field.padEnd(13)} ${scoreOf(tallies[field]!)}`)
  times.sort((a, b) => a - b)
  const mean = times.reduce((a, b) => a + b, 0) / times.length
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1)
  console.log(
    times.length === 0
      ? `${name.padEnd(10)} - (no pages)`
      : `${name.padEnd(10)} ${times.length} pages of ${Math.round(chars / times.length / 1000)} K characters: ${mean.toFixed(1)} ms per page (median ${at(0.5)}, p90 ${at(0.9)})`,
  )
  console.log(leftOut.length > 0 ? `${name.padEnd(10)} left out: ${leftOut.join(', ')}\n` : '')
}

function scoreOf(tally: Tally): string {
  if (isEmpty(tally)) return 'F1 - (no page has one, none was read)'
  const { precision, recall, f1: score } = f1(tally)
  return `F1 ${score.toFixed(3)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`
}

/** Reads a page as a scrape does: structured data and metadata, once. */
function readPage(
  name: string,
  page: BenchPage<ProductTruth & ArticleTruth>,
  tallies: Record<string, Tally>,
  fields: readonly string[],
) {
  const start = process.cpuUsage()
  readStructured(page.document, { url: page.url })
  readMetadata(page.document, { url: page.url })
  const { user, system } = process.cpuUsage(start)
  const wrong =
    name === 'peb'
      ? noteProduct(tallies, page.truth, readProduct(page))
      : noteArticle(tallies, page.truth, readArticle(page), fields)
  return { wrong, ms: (user + system) / 1000 }
}
