/**
 * Markdown: fidelity and speed beside other converters. `node bench/markdown/run.ts <data folder>`, where
 * the folder holds `conformance/commonmark-spec.txt.gz`, `defuddle/*.{html,md}.gz` and `aeb/html/*.html.gz`.
 */
import { join } from 'node:path'
import { readGzipText } from '../lib/data-files.ts'
import { table } from '../lib/table.ts'
import { type Converter, createConverters } from './converters.ts'
import { compare } from './features.ts'
import { loadFixtures, loadPages } from './load.ts'
import { readExamples, roundTrip } from './round-trip.ts'

const ROUNDS = 3

const [folder = process.env.GLEANER_BENCH_DATA] = process.argv.slice(2)
if (!folder) throw new Error('Name the data folder: node bench/markdown/run.ts <folder>')

const examples = readExamples(readGzipText(join(folder, 'conformance/commonmark-spec.txt.gz')))
/** What has no truth; what converters threw on, which counts as nothing converted. */
const leftOut: string[] = []
const fixtures = loadFixtures(join(folder, 'defuddle'), leftOut)
const pages = loadPages(join(folder, 'aeb/html'))
console.log(
  table(
    ['converter', 'CommonMark round trip', "features of Defuddle's pages", 'CPU ms per page', 'threw on'],
    createConverters().map(rowOf),
  ),
)
if (leftOut.length > 0) console.log(`Left out (${leftOut.length}):\n${leftOut.join('\n')}`)

function rowOf(peer: Converter): (string | number)[] {
  const failed = new Map<string, string>()
  const converter = goingOn(peer, failed)
  const features = fixtures.map(({ html, url, expected }) => compare(converter.convert(html, url), expected))
  const sum = (field: 'found' | 'wanted') => features.reduce((total, counts) => total + counts[field], 0)
  const row = [
    peer.name,
    percent(roundTrip(examples, converter), examples.length),
    percent(sum('found'), sum('wanted')),
    cpuMsPerPage(converter).toFixed(2),
  ]
  for (const [html, message] of failed)
    leftOut.push(`${peer.name}: ${message.slice(0, 80)} (${JSON.stringify(html.slice(0, 60))})`)
  return [...row, failed.size]
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

/** User and system time, the best of a few rounds after one to warm up. */
function cpuMsPerPage({ convert }: Converter): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage()
    for (const html of pages) convert(html, 'https://example.com/page')
    const { user, system } = process.cpuUsage(before)
    if (round > 0) best = Math.min(best, (user + system) / 1000 / pages.length)
  }
  return best
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
