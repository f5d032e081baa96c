import { parseArgs } from 'node:util'
import { type BenchPage, loadPages } from './load-pages.ts'
import { meanShares, type Score, scorePage } from './score.ts'
import { chooseSystems, type System } from './systems.ts'
import { TRUTH_READERS } from './truth.ts'

const USAGE = `node bench/extraction/run.ts --data <folder> [--sets aeb,wcxb] [--peers all] [--split tune|validate]

Precision, recall and F1 of the main content by set and by page type, and CPU milliseconds per page (user + system)
from bytes to markdown and json, for Gleaner and its peers. --data is a folder with one folder per public set.`

interface Measured {
  page: BenchPage
  score: Score
  cpuMs: number
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.GLEANER_BENCH_DATA },
    sets: { type: 'string', default: Object.keys(TRUTH_READERS).join(',') },
    peers: { type: 'string', default: '' },
    split: { type: 'string' },
  },
})
if (!values.data) {
  console.error(USAGE)
  process.exit(2)
}

const pages = loadPages(values.data, values.sets.split(',')).filter(
  ({ split }) => !values.split || split === values.split,
)
for (const system of chooseSystems(values.peers.split(',').filter(Boolean))) {
  report(system.name, await measure(system, pages))
}

async function measure(system: System, pages: readonly BenchPage[]): Promise<Measured[]> {
  for (const page of pages.slice(0, 20)) await settle(() => system.timed(page)) // lets the engine warm up
  const measured: Measured[] = []
  for (const page of pages) {
    const start = process.cpuUsage()
    await settle(() => system.timed(page))
    const { user, system: kernel } = process.cpuUsage(start)
    const text = await settle(() => system.text(page))
    measured.push({ page, score: scorePage(page.truth, text ?? ''), cpuMs: (user + kernel) / 1000 })
  }
  return measured
}

/** A page that a system fails on counts as an empty answer. */
async function settle<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

function report(name: string, measured: readonly Measured[]): void {
  console.log(`\n${name.padEnd(26)} pages  precision  recall      F1`)
  const groups = Map.groupBy(measured, ({ page }) => page.set)
  for (const [set, members] of groups) {
    printRow(set, members)
    const types = Map.groupBy(members, ({ page }) => page.pageType)
    for (const [type, ofType] of types) if (type) printRow(`  ${type}`, ofType)
  }
  const times = measured.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)
  console.log(`CPU ms per page: median ${at(0.5)}, p95 ${at(0.95)}`)
}

function printRow(label: string, members: readonly Measured[]): void {
  const { precision, recall, f1 } = meanShares(
    members[0]!.page.truth.kind,
    members.map(({ score }) => score),
  )
  const shares = [precision, recall, f1].map((share) => share.toFixed(3).padStart(8)).join('  ')
  console.log(`${label.padEnd(26)} ${String(members.length).padStart(5)} ${shares}`)
}
