/**
 * Judges the readers of visible pages by what the pages declare: every page that declares a product (JSON-LD, microdata,
 * RDFa, Open Graph) is read again with its declarations taken out, and what is found is held against them.
 *
 *   node bench/structured/hidden.ts <folder>... [--half tune|validate|all] [--state] [--field price] [--verbose]
 *
 * A folder holds sets in the layout of the public ones (`<set>/ground-truth.json.gz` with the addresses, `<set>/html/*.html.gz`).
 * A row with `facts` (fact to its right values, as `product-facts.ts` names them) is judged by these instead of the page's own.
 * Scripts are taken out too, unless `--state` leaves the state that they carry. A value that stands nowhere in what is left
 * of the page is not asked for, except for availability, which pages show without a word.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseHtml } from '@gleaner/markup'
import { readStructured } from '@gleaner/structured-data'
import { foldOf } from '../lib/fold.ts'
import { hideDeclarations } from './hide-declarations.ts'
import { isLeft, isSame, textOf } from './judge-facts.ts'
import { type Half, loadSet } from './load-set.ts'
import { FACTS, type Fact, factsOf } from './product-facts.ts'
import { f1, isEmpty, newTally, note, type Tally } from './score.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    state: { type: 'boolean', default: false },
    field: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
if (positionals.length === 0) {
  console.error(
    'usage: node bench/structured/hidden.ts <folder>... [--half tune|validate] [--state] [--verbose]',
  )
  process.exit(2)
}

/** Only pages that may declare a product are read. */
const DECLARES =
  /schema\.org\/Product|["']Product(?:Group)?["']|(?:product|og):price|og:type["'][^>]{0,40}product/i
const tallies = { tune: newTallies(), validate: newTallies() }
const sites = new Set<string>()
let pages = 0
const seen = new Set<string>()
for (const set of positionals.flatMap(setsOf)) measure(set)
report()

function setsOf(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((set) => existsSync(join(set, 'ground-truth.json.gz')))
}

function newTallies(): Record<Fact, Tally> {
  return Object.fromEntries(FACTS.map((fact) => [fact, newTally()])) as Record<Fact, Tally>
}

function measure(set: string): void {
  for (const page of loadSet<{ facts?: ReturnType<typeof factsOf> }>(set, values.half as Half, [])) {
    if ((!page.truth.facts && !DECLARES.test(page.html)) || seen.has(page.id)) continue
    const declared = page.truth.facts
      ? { type: ['product'], ...page.truth.facts }
      : factsOf(readStructured(page.document, page), true)
    if (!declared) continue
    seen.add(page.id)
    const document = parseHtml(page.html)
    hideDeclarations(document, { scripts: !values.state })
    const rest = textOf(document, { scripts: values.state })
    const read = factsOf(readStructured(document, page), false) ?? {}
    pages += 1
    sites.add(URL.parse(page.url)?.hostname ?? page.id)
    const fold = foldOf(page.id, page.url)
    const wrong: string[] = []
    for (const fact of FACTS) {
      const expected = (declared[fact] ?? []).filter((value) => isLeft(fact, value, rest))
      const value = read[fact]?.[0]
      if (expected.length === 0) continue
      const right = value !== undefined && expected.some((one) => isSame(fact, one, value))
      note(tallies[fold][fact], { predicted: value !== undefined, right, expected: true })
      if (!right) wrong.push(`${fact}: ${value} (${expected.slice(0, 4).join(' | ')})`)
    }
    const shown = wrong.filter(
      (line) => !values.field || values.field.split(',').includes(line.split(':')[0]!),
    )
    if (values.verbose && shown.length > 0)
      console.log(`  ${page.id.slice(0, 16)} ${page.url}\n    ${shown.join('\n    ')}`)
  }
}

function report(): void {
  console.log(`${pages} pages of ${sites.size} hosts, scripts ${values.state ? 'kept' : 'taken out'}`)
  console.log('               tune: F1    P     R     of   validate: F1    P     R     of')
  for (const fact of FACTS)
    console.log(`${fact.padEnd(13)} ${column(tallies.tune[fact])}   ${column(tallies.validate[fact])}`)
}

function column(tally: Tally): string {
  if (isEmpty(tally)) return '    -     -     -     0'.padStart(26)
  const { precision, recall, f1: score } = f1(tally)
  const asked = tally.truePositives + tally.falseNegatives
  return `${[score, precision, recall].map((share) => share.toFixed(3)).join(' ')} ${String(asked).padStart(5)}`.padStart(
    26,
  )
}
