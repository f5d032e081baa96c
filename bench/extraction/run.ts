import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile } from '../lib/statistics.ts'
import { table } from '../lib/table.ts'
import type { Measured, Measurement, Task } from './measure.ts'
import { meanShares } from './score.ts'
import { findSystem, SYSTEM_NAMES } from './systems.ts'
import { PUBLIC_SETS } from './truth.ts'

const USAGE = `node bench/extraction/run.ts --data <folder> [--systems gleaner,defuddle | all] [--sets aeb,wcxb] [--every 4] [--split tune|validate]

F1 (precision/recall) of the main content by set and by page type, and CPU milliseconds per page (user + system), side by
side for Gleaner and its peers: ${SYSTEM_NAMES.join(', ')}. Gleaner is timed from bytes to markdown and json, a peer from bytes
to text. Systems run one after the other, each in a process of its own, warmed up. --data is a folder with one folder
per set (layout: \`readTruth\` in truth.ts); --sets names some of them, other collections' too. --split takes the sites of one
fold, --every 4 a quarter of the pages. Without --systems only Gleaner is measured. What could not be measured is listed last.`
/** Peers keep much of what they have read. */
const HEAP_MB = 9_000

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.GLEANER_BENCH_DATA },
    systems: { type: 'string', default: 'gleaner' },
    sets: { type: 'string', default: PUBLIC_SETS.join(',') },
    every: { type: 'string', default: '1' },
    split: { type: 'string' },
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
for (const system of names)
  measurements.push(await measureApart({ system, data, sets: present, split, every }))
report(measurements)

function measureApart(task: Task): Promise<Measurement> {
  const child = fork(new URL('measure.ts', import.meta.url), [JSON.stringify(task)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (measurement) => resolve(measurement as Measurement))
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${task.system} ended with ${signal ?? code}`)))
  })
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
      measurement.pages.map(({ cpuMs }) => cpuMs),
      percent,
    ).toFixed(1)
  const header = ['F1 (precision/recall)', 'pages', ...measurements.map(({ system }) => system)]
  console.log(
    table(header, [
      ...rows,
      fact('CPU ms per page, median', cpu(50)),
      fact('CPU ms per page, p95', cpu(95)),
      fact('pages it threw on', ({ pages }) => String(pages.filter(({ threw }) => threw).length)),
      fact('peak memory, MB', ({ peakMb }) => peakMb.toFixed(0)),
    ]),
  )
  const { leftOut } = measurements[0]!
  if (leftOut.length > 0) console.log(`\nLeft out (${leftOut.length}):\n${leftOut.join('\n')}`)
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
