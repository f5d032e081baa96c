/** Measures one system in this process, which does nothing else, and sends its parent a `Measurement`. Its only argument is a `Task` as JSON. */
import { type BenchPage, type Choice, choosePages } from './load-pages.ts'
import { type Score, scorePage } from './score.ts'
import { findSystem, type System } from './systems.ts'

export interface Task extends Choice {
  system: string
}

export interface Measurement {
  system: string
  pages: Measured[]
  /** Pages that could not be measured, one line each. */
  leftOut: readonly string[]
  peakMb: number
}

export interface Measured {
  set: string
  pageType: string | undefined
  kind: BenchPage['truth']['kind']
  score: Score
  /** The system threw: an empty answer. */
  threw: boolean
  /** User and system time of all threads, compiling and collecting of garbage included. */
  cpuMs: number
}

/** Pages read before the clock counts: spread over all sets, so that every path of the code has run and is compiled. */
const WARM_UP_PAGES = 150

const { system: name, ...choice } = JSON.parse(process.argv[2]!) as Task
const system = findSystem(name)
const { pages, leftOut } = choosePages(choice)
// What a system writes about pages is no part of the measurement.
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) console[level] = () => {}
const step = Math.max(1, Math.floor(pages.length / WARM_UP_PAGES))
for (const page of pages.filter((_, index) => index % step === 0)) await settle(() => system.timed(page))
const measured: Measured[] = []
for (const page of pages) measured.push(await measure(system, page))
const peakMb = process.resourceUsage().maxRSS / 1024
process.send!({ system: name, pages: measured, leftOut, peakMb } satisfies Measurement, () => process.exit())

async function measure(system: System, page: BenchPage): Promise<Measured> {
  const start = process.cpuUsage()
  const timed = await settle(() => system.timed(page))
  const { user, system: kernel } = process.cpuUsage(start)
  const text =
    system.timed === system.text ? (timed as string | undefined) : await settle(() => system.text(page))
  const { set, pageType, truth } = page
  return {
    set,
    pageType,
    kind: truth.kind,
    score: scorePage(truth, text ?? ''),
    threw: text === undefined,
    cpuMs: (user + kernel) / 1000,
  }
}

async function settle<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
