/**
 * Measures lists of entries on pages of courts, each with its own template, whose entries are known.
 *
 *   node bench/structured/lists.ts <clone of freelawproject/juriscraper> [--half tune|validate|all] [--worst 20] [--show <page>]
 *
 * An entry is found where its address or its name is; a field counts where the repository's own expectation names it and the page holds it.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { extract } from '@gleaner/extract/extract'
import { findDates } from '@gleaner/values'
import { foldOf } from '../lib/fold.ts'
import { pageRequest } from '../lib/page-request.ts'
import { table } from '../lib/table.ts'

interface Case {
  case_names?: string
  case_dates?: string
  download_urls?: string
  docket_numbers?: string
  judges?: string
}

interface Entry {
  name?: string
  date?: string
  url?: string
  docket_number?: string
}

const SCHEMA = {
  type: 'object',
  properties: {
    cases: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          date: { type: 'string', format: 'date' },
          url: { type: 'string' },
          docket_number: { type: 'string' },
        },
      },
    },
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    worst: { type: 'string', default: '0' },
    show: { type: 'string' },
  },
})
const root = positionals[0]
if (!root) {
  console.error(
    'usage: node bench/structured/lists.ts <clone> [--half tune|validate] [--worst 20] [--show <page>]',
  )
  process.exit(2)
}

interface Result {
  page: string
  entries: number
  found: number
  given: number
  names: [right: number, all: number]
  dates: [right: number, all: number]
  dockets: [right: number, all: number]
}

const results: Result[] = []
for (const file of globSync('tests/examples/{opinions,oral_args}/united_states/*.compare.json', {
  cwd: root,
}).sort()) {
  const page = basename(file, '.compare.json')
  const court = page.replace(/(?:_example.*|_\d+)$/, '').split('_')[0]!
  if (values.half !== 'all' && foldOf(court, undefined) !== values.half) continue
  if (values.show && values.show !== page) continue
  const truth = JSON.parse(readFileSync(join(root, file), 'utf8')) as Case[]
  const html = readPage(join(root, file.replace('.compare.json', '.html')))
  if (!html || truth.length < 3) continue
  const shown = plain(html.replace(/<[^>]*>/g, ' '))
  // What the repository makes up or reads elsewhere is not on the page.
  const known = truth.filter(({ case_names }) => case_names && shown.includes(plain(case_names)))
  if (known.length < truth.length * 0.8) continue
  const entries = await entriesOf(html)
  const result = compare(page, known, entries, shown)
  results.push(result)
  if (values.show)
    console.log(
      JSON.stringify(known.slice(0, 4), null, 1),
      JSON.stringify(entries.slice(0, 6), null, 1),
      entries.length,
    )
}

const mean = (scores: number[]) => scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
const f1 = ({ entries, found, given }: Result) => (found === 0 ? 0 : (2 * found) / (entries + given))
const rate = ([right, all]: [number, number]) => right / all
const rated = (field: 'names' | 'dates' | 'dockets') =>
  results.filter((result) => result[field][1] > 0).map((result) => rate(result[field]))
console.log(
  table(
    ['pages', 'entries, F1', 'names', 'dates', 'docket numbers'],
    [
      [
        results.length,
        mean(results.map(f1)).toFixed(3),
        ...(['names', 'dates', 'dockets'] as const).map((field) => mean(rated(field)).toFixed(3)),
      ],
    ],
  ),
)
for (const result of results.toSorted((a, b) => f1(a) - f1(b)).slice(0, Number(values.worst)))
  console.log(f1(result).toFixed(2), JSON.stringify(result))

function readPage(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return /^\s*(?:<!--|<)/.test(text) && /<(?:a|td|li|div)\b/i.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

async function entriesOf(html: string): Promise<Entry[]> {
  const outcome = await extract(
    pageRequest({
      url: 'https://www.courts.example.gov/opinions',
      body: Buffer.from(html),
      formats: ['json'],
      extractionSchema: SCHEMA,
    }),
  )
  if (!outcome.ok) throw new Error(outcome.message)
  const { cases } = (outcome.content.filtered_content ?? {}) as { cases?: Entry[] | null }
  return cases ?? []
}

function compare(page: string, truth: Case[], entries: Entry[], shown: string): Result {
  const left = [...entries]
  const result: Result = {
    page,
    entries: truth.length,
    found: 0,
    given: entries.length,
    names: [0, 0],
    dates: [0, 0],
    dockets: [0, 0],
  }
  for (const one of truth) {
    const url = one.download_urls && lastPart(one.download_urls)
    let at = left.findIndex(
      (entry) =>
        plain(entry.name).includes(plain(one.case_names)) ||
        (plain(entry.name).length > 8 && plain(one.case_names).includes(plain(entry.name))),
    )
    if (at < 0 && url) at = left.findIndex((entry) => entry.url && lastPart(entry.url) === url)
    const entry = at < 0 ? undefined : left.splice(at, 1)[0]!
    if (entry) result.found++
    note(result.names, entry !== undefined && likeName(entry.name, one.case_names))
    if (one.case_dates) note(result.dates, findDates(entry?.date ?? '', {})[0]?.date === one.case_dates)
    const docket = one.docket_numbers && plain(one.docket_numbers)
    if (docket && shown.includes(docket)) note(result.dockets, plain(entry?.docket_number).includes(docket))
  }
  return result
}

function note(count: [number, number], isRight: boolean): void {
  count[1]++
  if (isRight) count[0]++
}

function likeName(name: string | undefined, truth: string | undefined): boolean {
  const [a, b] = [plain(name), plain(truth)]
  return (
    a !== '' &&
    (a.includes(b) || b.includes(a)) &&
    Math.min(a.length, b.length) >= Math.max(a.length, b.length) * 0.25
  )
}

function lastPart(url: string): string {
  return decodeURIComponent(url).split(/[/?=]/).filter(Boolean).at(-1)?.toLowerCase() ?? ''
}

function plain(value: unknown): string {
  return String(value ?? '')
    .replace(/&amp;/g, '&')
    .replace(/&[#\w]{2,8};/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
