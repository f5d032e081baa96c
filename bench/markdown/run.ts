/**
 * Markdown: fidelity and speed beside other converters. `node bench/markdown/run.ts <data folder> [--details]`, where
 * the folder holds `conformance/commonmark-spec.txt.gz`, `defuddle/*.{html,md}.gz` and `aeb/html/*.html.gz`.
 */
import { join } from 'node:path'
import { placeStreamedContent, readBlocks, renderMarkdown } from '@gleaner/formats'
import { chooseMainContent } from '@gleaner/main-content'
import { documentBase, parseHtml } from '@gleaner/markup'
import { type Converter, createConverters } from './converters.ts'
import { compare } from './features.ts'
import { type Fixture, loadFixtures, loadPages, readGzipText } from './load.ts'
import { readExamples, roundTrip } from './round-trip.ts'
import { measureRenderingOnly, measureSpeed } from './speed.ts'

const [folder = process.env.BENCH_DATA, ...flags] = process.argv.slice(2)
if (!folder) throw new Error('Name the data folder: node bench/markdown/run.ts <folder>')
const details = flags.includes('--details')

const converters = createConverters()
const examples = readExamples(readGzipText(join(folder, 'conformance/commonmark-spec.txt.gz')))
/** What has no truth; what converters threw on, which counts as nothing converted. */
const leftOut: string[] = []
const fixtures = loadFixtures(join(folder, 'defuddle'), leftOut)
const pages = loadPages(join(folder, 'aeb/html'))
console.table(converters.map((converter) => row(converter)))
console.log(`gleaner without parsing: ${measureRenderingOnly(pages).toFixed(2)} CPU ms per page`)
const main = fixtures.map((fixture) => ({ fixture, ...compare(mainContent(fixture), fixture.expected) }))
console.log(
  `gleaner, main content, features of Defuddle's pages: ${percent(sum(main, 'found'), sum(main, 'wanted'))}`,
)
if (leftOut.length > 0) console.log(`Left out (${leftOut.length}):\n${leftOut.join('\n')}`)
if (details)
  for (const { fixture, missing } of main) if (missing.length > 0) console.log(fixture.name, missing)

function row(peer: Converter): Record<string, unknown> {
  const failed = new Map<string, string>()
  const converter = goingOn(peer, failed)
  const { passed, total } = roundTrip(examples, converter)
  const features = fixtures.map(({ html, url, expected }) => compare(converter.convert(html, url), expected))
  return {
    converter: converter.name,
    'CommonMark round trip': percent(passed, total),
    'features of Defuddle pages': percent(sum(features, 'found'), sum(features, 'wanted')),
    'pages complete': features.filter(({ missing }) => missing.length === 0).length,
    'CPU ms per page': measureSpeed(pages, converter.convert).toFixed(2),
    'inputs it threw on': noteFailures(peer.name, failed),
  }
}

/** Gives nothing for an input that the converter throws on, and notes why. */
function goingOn({ name, convert }: Converter, failed: Map<string, string>): Converter {
  return {
    name,
    convert: (html, url) => {
      try {
        return convert(html, url)
      } catch (error) {
        failed.set(html, error instanceof Error ? error.message : String(error))
        return ''
      }
    },
  }
}

function noteFailures(name: string, failed: ReadonlyMap<string, string>): number {
  for (const [html, message] of failed)
    leftOut.push(`${name}: ${message.slice(0, 80)} (${JSON.stringify(html.slice(0, 60))})`)
  return failed.size
}

function mainContent({ html, url }: Fixture): string {
  const document = parseHtml(html)
  placeStreamedContent(document)
  const base = documentBase(document, url)
  return renderMarkdown(readBlocks(chooseMainContent(document, url).root, base)).markdown
}

function sum(rows: readonly { found: number; wanted: number }[], field: 'found' | 'wanted'): number {
  return rows.reduce((total, counts) => total + counts[field], 0)
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
