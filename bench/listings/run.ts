/**
 * Judges lists: pages that list things, with the entries that are on them.
 *
 *   node bench/listings/run.ts <folder> [--half development|aside|all] [--by schema|json|lists] [--verbose] [--show ID]
 *
 * The folder holds `manifest.json` (`[{id, url, half, source, commit, licence}]`), `truth.json` (id to `{items: [...]}`) and
 * `pages/<id>.html`. `schema`: the array that a schema of entries is filled with; `json`: the entries of the page's main object; `lists`: the
 * likeliest list alone.
 * `score.ts` says how entries and fields are compared; figures are means over pages.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonSchema } from '@gleaner/contracts'
import { extract } from '@gleaner/extract/extract'
import { decodeBody, parseHtml } from '@gleaner/markup'
import { findLists, pageFacts } from '@gleaner/structured-data'
import { type Counts, type Entry, f1, type PageScore, scorePage, sumOf } from './score.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'development' },
    by: { type: 'string', default: 'schema' },
    verbose: { type: 'boolean', default: false },
    show: { type: 'string' },
  },
})

interface Page {
  id: string
  url: string
  half: string
}

const text = { type: 'string' }
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text,
          url: text,
          image: text,
          price: { type: 'number' },
          currency: text,
          date: text,
          description: text,
          author: text,
          company: text,
          location: text,
        },
      },
    },
  },
}

const folder = positionals[0]!
const pages: Page[] = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const truths: Record<string, { items: Entry[] }> = JSON.parse(
  readFileSync(join(folder, 'truth.json'), 'utf8'),
)
const scores: { id: string; score: PageScore }[] = []

for (const page of pages) {
  if (values.show ? page.id !== values.show : values.half !== 'all' && page.half !== values.half) continue
  const found = await entriesOf(page)
  const score = scorePage(truths[page.id]!.items, found)
  scores.push({ id: page.id, score })
  if (values.show)
    console.log(
      JSON.stringify({ truth: truths[page.id]!.items.slice(0, 3), found: found.slice(0, 4) }, null, 1),
    )
}
report()

async function entriesOf({ id, url }: Page): Promise<Entry[]> {
  if (values.by === 'lists') return likeliest(id, url)
  const made = await extract({
    url,
    body: readFileSync(join(folder, 'pages', `${id}.html`)),
    contentType: 'text/html',
    mode: 'auto',
    formats: ['json'],
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    ...(values.by === 'schema' && { extractionSchema: SCHEMA }),
    maxContentBytes: 50_000_000,
  })
  if (!made.ok) return []
  if (values.by === 'schema')
    return ((made.content.filtered_content as { items?: Entry[] }).items ?? []) as Entry[]
  const { json } = made.content.content as { json: { itemListElement?: Record<string, unknown>[] } }
  return (json.itemListElement ?? []).map(flat)
}

/** The first of the lists that the page shows; the others are told with --show. */
function likeliest(id: string, url: string): Entry[] {
  const body = readFileSync(join(folder, 'pages', `${id}.html`))
  const facts = pageFacts(parseHtml(decodeBody(body, 'text/html').text), url)
  const { lists } = findLists(facts.index, { ...facts, dates: facts.index.dates })
  for (const { weight, entries } of values.show ? lists.slice(0, 6) : [])
    console.log(weight.toFixed(0), entries.length, JSON.stringify(entries[1]).slice(0, 300))
  return (lists[0]?.entries ?? []).map(flat)
}

/** An entry of an ItemList with its fields under the names of the truth. */
function flat(entry: Record<string, unknown>): Entry {
  const item = (typeof entry.item === 'object' && entry.item ? entry.item : entry) as Record<string, unknown>
  const offers = ([item.offers].flat()[0] ?? {}) as Record<string, unknown>
  const given = {
    name: item.name ?? item.headline ?? item.title,
    url: item.url ?? item['@id'],
    image: [item.image].flat()[0],
    price: offers.price ?? offers.lowPrice,
    date: item.datePublished ?? item.startDate ?? item.datePosted,
    description: item.description,
    author: nameOf(item.author),
    company: nameOf(item.hiringOrganization),
    location: nameOf(item.location ?? item.jobLocation ?? item.address),
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  )
}

function nameOf(value: unknown): unknown {
  const [first] = [value].flat()
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>).name : first
}

function report(): void {
  const mean = (part: (score: PageScore) => Counts) =>
    scores.reduce((sum, { score }) => sum + f1(part(score)), 0) / Math.max(1, scores.length)
  if (values.verbose || values.show)
    for (const { id, score } of scores)
      console.log(
        `${id.padEnd(34)} items ${f1(score.items).toFixed(2)} (${score.items.right}/${score.items.expected}, ${score.items.found} found)  fields ${f1(score.fields).toFixed(2)}  ${Object.entries(
          score.byField,
        )
          .map(([field, counts]) => `${field} ${f1(counts).toFixed(2)}`)
          .join(' ')}`,
      )
  console.log(
    `${scores.length} pages by ${values.by}: items F1 ${mean(({ items }) => items).toFixed(3)}, fields F1 ${mean(({ fields }) => fields).toFixed(3)}`,
  )
  const names = [...new Set(scores.flatMap(({ score }) => Object.keys(score.byField)))]
  for (const name of names) {
    const all = scores.flatMap(({ score }) => score.byField[name] ?? [])
    console.log(
      `  ${name.padEnd(12)} ${(all.reduce((sum, counts) => sum + f1(counts), 0) / all.length).toFixed(3)} on ${all.length} pages (entries together ${f1(sumOf(all)).toFixed(3)})`,
    )
  }
}
