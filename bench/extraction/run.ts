import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foldOf } from '../lib/fold.ts'
import { percentile } from '../lib/statistics.ts'
import { table } from '../lib/table.ts'
import { type Measured, type Measurement, measureApart } from './measure-apart.ts'
import { meanShares, shares } from './score.ts'
import { findSystem, SYSTEM_NAMES } from './systems.ts'
import { PUBLIC_SETS } from './truth.ts'

const USAGE = `node bench/extraction/run.ts --data <folder> [--systems gleaner,defuddle | all] [--sets aeb,wcxb] [--every 4]
  [--split tune|validate] [--pages <file>]

F1 (precision/recall) of the main content by set and by page type, and CPU milliseconds per page (user + system), side by
side for Gleaner and its peers: ${SYSTEM_NAMES.join(', ')}. Gleaner is timed from bytes to markdown and json, a peer from bytes
to text. Systems run one after the other, each in a process of its own, warmed up; a page that ends a system's process or
takes it two minutes counts as an empty answer, and the system goes on behind it. --data is a folder with one folder
per set (layout: \`readTruth\` in truth.ts); --sets names some of them, other collections' too. --split takes the sites of one
fold, --every 4 a quarter of the pages. Without --systems only Gleaner is measured. --pages writes a line of JSON per page
with each system's F1. What could not be measured is listed last.`

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.GLEANER_BENCH_DATA },
    systems: { type: 'string', default: 'gleaner' },
    sets: { type: 'string', default: PUBLIC_SETS.join(',') },
    every: { type: 'string', default: '1' },
    split: { type: 'string' },
    pages: { type: 'string' },
  },
})
const { data, split } = values
const every = Number.parseInt(values.every, 10)
if (!data || !(every >= 1) || (split !== undefined && split !== 'tune' && split !== 'validate')) {
  console.error(USAGE)
  process.exit(2)
}

const sets = values.sets.split(',')
const missing = sets.filter((set) => !existsSync(join(data, set)))
for (const set of missing) console.log(`${set}: not in ${data}, left out`)
const names = values.systems === 'all' ? SYSTEM_NAMES : values.systems.split(',')
for (const name of names) findSystem(name)
const present = sets.filter((set) => !missing.includes(set))
const measurements: Measurement[] = []
for (const system of names) {
  try {
    measurements.push(await measureApart(system, { data, sets: present, split, every }))
  } catch (error) {
    console.log(`${system}: left out (${(error as Error).message})`)
    process.exitCode = 1
  }
}
if (measurements.length > 0) {
  report(measurements)
  if (values.pages) writeFileSync(values.pages, pageLines(measurements))
}

function report(measurements: readonly Measurement[]): void {
  const groups = groupsOf(measurements[0]!.pages)
  const rows = groups.map(({ label, has, pages }) => [
    label,
    pages,
    ...measurements.map((measurement) => sharesOf(measurement.pages.filter(has))),
  ])
  const fact = (label: string, of: (measurement: Measurement) => string) => [
    label,
    '',
    ...measurements.map(of),
  ]
  const cpu = (percent: number) => (measurement: Measurement) =>
    percentile(
      measurement.pages.flatMap(({ cpuMs }) => cpuMs ?? []),
      percent,
    ).toFixed(1)
  const header = ['F1 (precision/recall)', 'pages', ...measurements.map(({ system }) => system)]
  console.log(
    table(header, [
      ...rows,
      fact('CPU ms per page, median', cpu(50)),
      fact('CPU ms per page, p95', cpu(95)),
      fact('pages it threw on', ({ threw }) => String(threw)),
      fact('pages it did not end', ({ lost }) => String(lost.length)),
      fact('peak memory, MB', ({ peakMb }) => peakMb.toFixed(0)),
    ]),
  )
  for (const { system, lost } of measurements) list(`Not ended by ${system}`, lost)
  list('Left out', measurements[0]!.leftOut)
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.join('\n')}`)
}

/** What each system made of each page, to find those that one of them reads better. */
function pageLines(measurements: readonly Measurement[]): string {
  const lines = measurements[0]!.pages.map(({ set, id, url, pageType }, place) => {
    const f1 = measurements.map(({ system, pages }) => [system, shares(pages[place]!.score).f1] as const)
    return JSON.stringify({ set, id, url, fold: foldOf(id, url), pageType, f1: Object.fromEntries(f1) })
  })
  return `${lines.join('\n')}\n`
}

interface Group {
  label: string
  has: (page: Measured) => boolean
  pages: number
}

/** Each set, and below it the types of page that it tells apart. */
function groupsOf(pages: readonly Measured[]): Group[] {
  return [...Map.groupBy(pages, ({ set }) => set)].flatMap(([set, members]) => {
    const types = [...Map.groupBy(members, ({ pageType }) => pageType)].filter(([type]) => type !== undefined)
    return [
      { label: set, has: (page: Measured) => page.set === set, pages: members.length },
      ...types.map(([type, ofType]) => ({
        label: `${set} ${type}`,
        has: (page: Measured) => page.set === set && page.pageType === type,
        pages: ofType.length,
      })),
    ]
  })
}

function sharesOf(members: readonly Measured[]): string {
  const { precision, recall, f1 } = meanShares(
    members[0]!.kind,
    members.map(({ score }) => score),
  )
  const short = (share: number) => share.toFixed(3).replace(/^0/, '')
  return `${short(f1)} (${short(precision)}/${short(recall)})`
}
