/**
 * Measures what a caller's own words find on recipe pages with known fields.
 *
 *   node bench/structured/recipes.ts <clone of hhursev/recipe-scrapers> [--ids <file>] [--half tune|validate|all] [--verbose <field>]
 *
 * `--ids` names a file with one page a line; without it all pages of `tests/test_data` are read. A field counts where the
 * repository's own expectation names it; `declared` are the pages that hold a declared Recipe. The last rows say how often a value
 * is right by how it was found, beside the confidence that it is delivered with.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FieldEvidence } from '@gleaner/contracts'
import { extract } from '@gleaner/extract/extract'
import { foldOf } from '../lib/fold.ts'
import { pageRequest } from '../lib/page-request.ts'
import { wordF1 } from './score.ts'

interface Truth {
  canonical_url?: string
  title?: string
  author?: string
  ingredients?: string[]
  instructions_list?: string[]
  yields?: string
  total_time?: number
  ratings?: number
  ratings_count?: number
  cuisine?: string
  image?: string
}

/** A caller's field: the schema that asks for it, its truth, and when a value is right. */
interface Field {
  schema: object
  truth(page: Truth): unknown
  isRight(value: unknown, truth: never): boolean
}

const strings = { type: 'array', items: { type: 'string' } }

const FIELDS: Record<string, Field> = {
  title: { schema: { type: 'string' }, truth: ({ title }) => title, isRight: sameText },
  author: { schema: { type: 'string' }, truth: ({ author }) => author, isRight: sameText },
  ingredients: { schema: strings, truth: ({ ingredients }) => ingredients, isRight: sameList },
  instructions: { schema: strings, truth: (page) => page.instructions_list, isRight: sameList },
  servings: { schema: { type: 'string' }, truth: ({ yields }) => yields, isRight: sameNumber },
  total_time: {
    schema: { type: 'number', description: 'Total time in minutes' },
    truth: (page) => page.total_time,
    isRight: sameNumber,
  },
  rating: { schema: { type: 'number' }, truth: ({ ratings }) => ratings, isRight: nearNumber },
  rating_count: { schema: { type: 'integer' }, truth: (page) => page.ratings_count, isRight: sameNumber },
  cuisine: { schema: { type: 'string' }, truth: ({ cuisine }) => cuisine, isRight: sameWords },
  image: { schema: { type: 'string' }, truth: ({ image }) => image, isRight: sameText },
}

function plain(value: unknown): string {
  return String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function sameText(value: unknown, truth: string): boolean {
  return plain(value) === plain(truth)
}

/** Lists of words in any order: `Italian, Greek`. */
function sameWords(value: unknown, truth: string): boolean {
  const words = (text: string) => plain(text).split(' ').toSorted().join(' ')
  return words(String(value ?? '')) === words(truth)
}

function sameList(value: unknown, truth: string[]): boolean {
  if (!Array.isArray(value)) return false
  return (
    value.length === truth.length && wordF1(value.map(plain).join(' '), truth.map(plain).join(' ')) > 0.98
  )
}

function numberOf(value: unknown): number {
  return Number(/\d+(?:[.,]\d+)?/.exec(String(value ?? ''))?.[0].replace(',', '.') ?? Number.NaN)
}

function sameNumber(value: unknown, truth: string | number): boolean {
  return numberOf(value) === numberOf(truth)
}

function nearNumber(value: unknown, truth: number): boolean {
  return Math.abs(numberOf(value) - truth) < 0.06
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ids: { type: 'string' },
    half: { type: 'string', default: 'all' },
    verbose: { type: 'string' },
  },
})
const root = positionals[0]
if (!root) {
  console.error(
    'usage: node bench/structured/recipes.ts <folder> [--ids <file>] [--half tune|validate] [--verbose <field>]',
  )
  process.exit(2)
}

const schema = {
  type: 'object',
  properties: Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field.schema])),
}
const counts = Object.fromEntries(
  Object.keys(FIELDS).map((name) => [name, { of: 0, right: 0, declaredOf: 0, declaredRight: 0 }]),
)

/** By how a field was found: fields that have a truth, and those that are right. */
const ways = new Map<string, { of: number; right: number }>()

for (const id of pagesOf()) {
  const html = readFileSync(join(root, id))
  const expectation = join(root, id.replace(/\.testhtml$/, '.json'))
  if (!existsSync(expectation)) continue
  const truth = JSON.parse(readFileSync(expectation, 'utf8')) as Truth
  const url = URL.canParse(truth.canonical_url ?? '') ? truth.canonical_url! : `https://${id.split('/')[2]}/`
  if (values.half !== 'all' && foldOf(id, url) !== values.half) continue
  const outcome = await extract(
    pageRequest({ url, body: html, formats: ['json'], extractionSchema: schema, evidence: true }),
  )
  if (!outcome.ok) continue
  const filled = outcome.content.filtered_content as Record<string, unknown>
  const isDeclared = /"@type"\s*:\s*(?:\[[^\]]*)?"Recipe"|schema\.org\/Recipe/.test(html.toString('utf8'))
  for (const [name, field] of Object.entries(FIELDS)) {
    const expected = field.truth(truth)
    const count = counts[name]!
    if (
      expected === undefined ||
      expected === null ||
      expected === '' ||
      (Array.isArray(expected) && expected.length === 0)
    )
      continue
    const right = field.isRight(filled?.[name], expected as never)
    noteWay(outcome.content.metadata.field_evidence, name, right)
    count.of += 1
    count.right += Number(right)
    if (isDeclared) {
      count.declaredOf += 1
      count.declaredRight += Number(right)
    }
    if (!right && (values.verbose === name || values.verbose === 'all'))
      console.log(`${name}: ${id}\n   got    ${short(filled?.[name])}\n   wanted ${short(expected)}`)
  }
}
for (const [name, { of, right, declaredOf, declaredRight }] of Object.entries(counts))
  console.log(
    `${name.padEnd(14)} ${(right / of).toFixed(3)} of ${of}; declared ${(declaredRight / declaredOf).toFixed(3)} of ${declaredOf}`,
  )

for (const [way, { of, right }] of [...ways].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${way.padEnd(24)} ${(right / of).toFixed(3)} of ${of}`)

function noteWay(evidence: unknown, name: string, isRight: boolean): void {
  const said = (evidence as Record<string, FieldEvidence> | undefined)?.[name]
  if (!said) return
  const way = `${said.kind} ${said.found_by} ${said.confidence}`
  const tally = ways.get(way) ?? { of: 0, right: 0 }
  ways.set(way, { of: tally.of + 1, right: tally.right + Number(isRight) })
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300)
}

function pagesOf(): string[] {
  if (values.ids) return readFileSync(values.ids, 'utf8').split('\n').filter(Boolean)
  return globSync('tests/test_data/**/*.testhtml', { cwd: root! }).toSorted()
}
