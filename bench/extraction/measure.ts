/**
 * Measures one system in this process, which does nothing else; `run.ts` starts it with a `Task` as JSON in its only
 * argument and reads a `Measurement` from its standard output.
 */
import { type BenchPage, type Choice, type Chosen, choosePages } from './load-pages.ts'
import { type Score, scorePage } from './score.ts'
import { findSystem, type System } from './systems.ts'

export interface Task extends Choice {
  system: string
}

export interface Measurement {
  system: string
  pages: Measured[]
  /** Pages that the system threw on; each counts as an empty answer. */
  failed: number
  /** Pages that could not be measured, one line each. */
  leftOut: string[]
  peakMb: number
}

export interface Measured {
  set: string
  pageType: string | undefined
  kind: BenchPage['truth']['kind']
  score: Score
  /** User and system time of all threads, compiling and collecting of garbage included. */
  cpuMs: number
}

/** Pages read before the clock counts: spread over all sets, so that every path of the code has run and is compiled. */
const WARM_UP_PAGES = 150

const { system: name, ...choice } = JSON.parse(process.argv[2] ?? '{}') as Task
const system = findSystem(name)
// What a system writes about pages is no part of the measurement, nor of its output.
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) console[level] = () => {}
process.stdout.write(JSON.stringify(await measure(system, choosePages(choice))))

async function measure(system: System, { pages, leftOut }: Chosen): Promise<Measurement> {
  const step = Math.max(1, Math.floor(pages.length / WARM_UP_PAGES))
  for (const page of pages.filter((_, index) => index % step === 0)) await settle(() => system.timed(page))
  const times: number[] = []
  for (const page of pages) {
    const start = process.cpuUsage()
    await settle(() => system.timed(page))
    const { user, system: kernel } = process.cpuUsage(start)
    times.push((user + kernel) / 1000)
  }
  // Read for their words in a pass of their own, so that none of it is on the clock.
  const measured: Measured[] = []
  let failed = 0
  for (const [index, page] of pages.entries()) {
    const text = await settle(() => system.text(page))
    if (text === undefined) failed++
    measured.push({
      set: page.set,
      pageType: page.pageType,
      kind: page.truth.kind,
      score: scorePage(page.truth, text ?? ''),
      cpuMs: times[index]!,
    })
  }
  return {
    system: system.name,
    pages: measured,
    failed,
    leftOut,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }
}

async function settle<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
