import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseHtml } from '@gleaner/markup'
import { indexPage, readJsonLd, readMicrodata, readRdfa } from '@gleaner/structured-data'
import { readGz } from './load-set.ts'

/** What each file of expected results holds, and the page and address it was made from. */
const CASES: readonly {
  expected: string
  page?: string
  kind: 'json-ld' | 'microdata' | 'rdfa'
  key?: string
  url?: string
}[] = [
  { expected: 'custom.invalid/AllocateAction.001.jsonld', kind: 'json-ld' },
  { expected: 'custom.invalid/JSONLD_with_JS_comment.jsonld', kind: 'json-ld' },
  { expected: 'misc/null_ld_mock.jsonld', kind: 'json-ld' },
  { expected: 'songkick/jsonld_empty_item_test.jsonld', kind: 'json-ld' },
  { expected: 'songkick/elysianfields_1.json', kind: 'json-ld', key: 'json-ld' },
  { expected: 'songkick/tovestyrke.json', kind: 'json-ld', key: 'json-ld' },
  { expected: 'schema.org/MusicRecording.001.json', kind: 'microdata' },
  { expected: 'schema.org/SearchAction.001.json', kind: 'microdata' },
  { expected: 'schema.org/product.json', kind: 'microdata' },
  {
    expected: 'schema.org/product_custom_url.json',
    page: 'schema.org/product.html',
    kind: 'microdata',
    url: 'http://some-example.com',
  },
  { expected: 'w3c/microdata.4.2.strings.json', kind: 'microdata' },
  { expected: 'w3c/microdata.5.3.json', kind: 'microdata' },
  { expected: 'w3c/microdata.7.1.json', kind: 'microdata', url: 'http://blog.example.com/progress-report' },
  { expected: 'websites/microdata-with-description.json', kind: 'microdata' },
  { expected: 'misc/Portfolio_Niels_Lubberman.json', kind: 'rdfa', url: 'http://nielslubberman.nl/drupal/' },
  {
    expected: 'w3crdfa/w3c.rdf11primer.example014.expanded.json',
    kind: 'rdfa',
    url: 'http://www.exaple.com/index.html',
  },
  {
    expected: 'songkick/tovestyrke.json',
    kind: 'rdfa',
    key: 'rdfa',
    url: 'https://www.songkick.com/concerts/30166884-tove-styrke-at-hoxton-square-bar-and-kitchen',
  },
]

/** How many of the reference extractions come out the same: single values and lists of one are one, white space is collapsed. */
export function scoreExtruct(folder: string): { right: number; cases: number; wrong: string[] } {
  const wrong: string[] = []
  let cases = 0
  for (const { expected, page, kind, key, url } of CASES) {
    const htmlFile = join(
      folder,
      `${page ?? expected.replace(/\.expanded\.json$|\.jsonld$|\.json$/, '.html')}.gz`,
    )
    const file = join(folder, `${expected}.gz`)
    if (!existsSync(htmlFile) || !existsSync(file)) continue
    cases += 1
    const truth = JSON.parse(readGz(file))
    const made = read(kind, readGz(htmlFile), url)
    const [left, right] = [canonical(made), canonical(key ? truth[key] : truth)]
    if (left !== right)
      wrong.push(
        `${expected} (${kind})\n    read     ${left.slice(0, 1500)}\n    expected ${right.slice(0, 1500)}`,
      )
  }
  return { right: cases - wrong.length, cases, wrong }
}

function read(kind: 'json-ld' | 'microdata' | 'rdfa', html: string, url: string | undefined): unknown {
  const document = parseHtml(html)
  const index = indexPage(document)
  if (kind === 'json-ld') return readJsonLd(index.jsonLd)
  if (kind === 'microdata') return readMicrodata(index, url)
  return readRdfa(document, url ?? 'http://example.org/')
}

function canonical(value: unknown): string {
  return JSON.stringify(plain(value))
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  if (Array.isArray(value)) {
    const list = value.map(plain).filter((entry) => entry !== undefined)
    const sorted = list.some((entry) => typeof entry === 'object')
      ? list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : list
    return sorted.length === 1 ? sorted[0] : sorted
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, plain(entry)] as const)
  const kept = entries.filter(([, entry]) => !(Array.isArray(entry) && entry.length === 0))
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}
