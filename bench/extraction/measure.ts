/**
 * Measures one system in this process, which does nothing else. `measure-apart.ts` starts it with a `Task` as JSON in its
 * only argument and reads a `Line` of JSON per page from its standard output, so that what is measured stays measured when
 * a later page ends the process.
 */
import { type BenchPage, type Choice, choosePages } from './load-pages.ts'
import { type Score, scorePage } from './score.ts'
import { findSystem, type System } from './systems.ts'

export interface Task extends Choice {
  system: string
  /** Places among the chosen pages of those to be left alone: measured already, or given up. */
  done: readonly number[]
}

/** What is worked on, and what came of it. */
export type Line = { started: number } | Result | { leftOut: readonly string[] }

/** Of the page at a place among the chosen ones. */
export interface Result {
  place: number
  score: Score
  /** The system threw: an empty answer. */
  threw: boolean
  /** User and system time of all threads, compiling and collecting of garbage included. */
  cpuMs: number
  /** Most memory of the process so far. */
  peakMb: number
}

/** Pages read before the clock counts: spread over all sets, so that every path of the code has run and is compiled. */
const WARM_UP_PAGES = 150

const { system: name, done, ...choice } = JSON.parse(process.argv[2] ?? '{}') as Task
const system = findSystem(name)
const { pages, leftOut } = choosePages(choice)
// What a system writes about pages is no part of the measurement, nor of its output.
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) console[level] = () => {}
tell({ leftOut })
const given = new Set(done)
const left = pages.flatMap((page, place) => (given.has(place) ? [] : [{ page, place }]))
const step = Math.max(1, Math.floor(left.length / WARM_UP_PAGES))
for (const { page, place } of left.filter((_, index) => index % step === 0)) {
  tell({ started: place })
  await settle(() => system.timed(page))
}
for (const { page, place } of left) tell(await measure(system, page, place))

async function measure(system: System, page: BenchPage, place: number): Promise<Result> {
  tell({ started: place })
  const start = process.cpuUsage()
  const timed = await settle(() => system.timed(page))
  const { user, system: kernel } = process.cpuUsage(start)
  const text =
    system.timed === system.text ? (timed as string | undefined) : await settle(() => system.text(page))
  return {
    place,
    score: scorePage(page.truth, text ?? ''),
    threw: text === undefined,
    cpuMs: (user + kernel) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }
}

/** Pipes are written at once: what was told is out when the process ends. */
function tell(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function settle<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
