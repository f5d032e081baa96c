/**
 * Measures the readers of visible titles, authors and dates: what a page declares of itself is hidden from them, and judges
 * what they read. Any set of saved pages will do.
 *
 *   node bench/structured/hidden-articles.ts <set folder>... [--half tune|validate|all] [--field date] [--verbose]
 *
 * A set folder holds `ground-truth.json.gz` (page id to `{url}`) and `html/*.html.gz`. A page counts for a field that it declares.
 * `shown` is the recall over the pages that show what they declare anywhere: no reader can do more.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Document, parseHtml, visibleText } from '@gleaner/markup'
import { readMetadata, readStructured } from '@gleaner/structured-data'
import { findDates, urlDate } from '@gleaner/values'
import { hideDeclarations } from './hide-declarations.ts'
import { type Half, loadSet } from './load-set.ts'
import { f1, newTally, note, type Tally, wordF1 } from './score.ts'

const FIELDS = ['title', 'author', 'date'] as const
type Field = (typeof FIELDS)[number]
type Values = Partial<Record<Field, string>>

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    field: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const fields = FIELDS.filter((field) => !options.field || options.field === field)
function runSet(folder: string): void {
  const tallies = Object.fromEntries(
    FIELDS.map((field) => [field, { all: newTally(), shown: newTally() }]),
  ) as Record<Field, { all: Tally; shown: Tally }>
  let [pages, read] = [0, 0]
  for (const { id, url, html } of loadSet(folder, options.half as Half, [])) {
    pages += 1
    const declared = declaredBy(parseHtml(html), url)
    if (fields.every((field) => !declared[field])) continue
    read += 1
    const document = parseHtml(html)
    hideDeclarations(document)
    const { title, author, published_at } = readMetadata(document, { url })
    const found: Values = {
      ...(title && { title }),
      ...(author && { author }),
      ...(published_at && { date: published_at }),
    }
    const shown = shownBy(document, url)
    const wrong: string[] = []
    for (const field of fields) {
      const truth = declared[field]
      if (!truth) continue
      const [value, isShown] = [found[field], shown[field](truth)]
      const outcome = {
        predicted: value !== undefined,
        right: value !== undefined && IS_SAME[field](value, truth),
        expected: true,
      }
      note(tallies[field].all, outcome)
      if (isShown) note(tallies[field].shown, outcome)
      if (!outcome.right && (isShown || value))
        wrong.push(`${field}: ${value} (${truth}${isShown ? '' : ', not shown'})`)
    }
    if (options.verbose && wrong.length > 0) console.log(`  ${id} ${url}\n    ${wrong.join('\n    ')}`)
  }
  console.log(`${basename(folder)}: ${read} of ${pages} pages declare one of ${fields.join(', ')}`)
  for (const field of fields) {
    const { all, shown } = tallies[field]
    const { precision, recall } = f1(all)
    console.log(
      `  ${field.padEnd(7)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  shown ${f1(shown).recall.toFixed(3)}  (${shown.truePositives + shown.falseNegatives} of ${all.truePositives + all.falseNegatives} pages show it)`,
    )
  }
}

/** What a page says of itself by markup and meta tags. */
function declaredBy(document: Document, url: string): Values {
  const { main, evidence } = readStructured(document, { url })
  const { title, author, published_at, site_name } = readMetadata(document, { url })
  const isDeclared = (...names: string[]) =>
    names.some((name) => evidence[name] !== undefined && !['page', 'embedded-state'].includes(evidence[name]))
  return {
    ...(title && isDeclared('headline', 'name') && { title: headlineOf(main, title) }),
    ...(author && isDeclared('author', 'creator') && author !== site_name && { author }),
    ...(published_at && isDeclared('datePublished', 'datePosted', 'uploadDate') && { date: published_at }),
  }
}

/** A declared headline, or the title where the two differ by the site's name only. */
function headlineOf(main: Record<string, unknown>, title: string): string {
  const own = main.headline ?? main.name
  return typeof own === 'string' ? own : title
}

const IS_SAME: Record<Field, (value: string, truth: string) => boolean> = {
  title: (value, truth) => wordF1(value, truth) >= 0.8,
  author: (value, truth) => wordF1(value, truth) >= 0.8,
  date: (value, truth) => daysOf(truth).has(value.slice(0, 10)),
}

/** The day of a declared date; of one in UTC every day that some place on earth had then. */
function daysOf(date: string): Set<string> {
  const moment = date.endsWith('Z') ? Date.parse(date) : Number.NaN
  if (Number.isNaN(moment)) return new Set([date.slice(0, 10)])
  const hours = (count: number) => new Date(moment + count * 3_600_000).toISOString().slice(0, 10)
  return new Set([hours(-11), hours(0), hours(13)])
}

function shownBy(document: Document, url: string): Record<Field, (truth: string) => boolean> {
  const text = visibleText(document)
  const lower = text.toLowerCase()
  const holds = (truth: string) => lower.includes(truth.toLowerCase())
  let days: Set<string> | undefined
  return {
    title: holds,
    author: (truth) => truth.split(', ').every(holds),
    date: (truth) => {
      days ??= new Set([...daysIn(text), urlDate(url) ?? ''])
      return [...daysOf(truth)].some((day) => days!.has(day))
    },
  }
}

function daysIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => findDates(line.slice(0, 2_000), { dayOnly: true }).map(({ date }) => date))
}

for (const folder of positionals) runSet(folder)
