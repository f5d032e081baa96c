import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BenchPage, type Choice, choosePages } from './load-pages.ts'
import type { Line, Result, Task } from './measure.ts'
import { type Score, scorePage } from './score.ts'

export interface Measurement {
  system: string
  pages: Measured[]
  /** Pages that the system threw on. */
  threw: number
  /** Pages that ended the system's process or took too long, one line each. */
  lost: string[]
  /** Pages that could not be measured, one line each. */
  leftOut: readonly string[]
  peakMb: number
}

export interface Measured {
  set: string
  id: string
  url: string
  pageType: string | undefined
  kind: BenchPage['truth']['kind']
  score: Score
  /** Undefined for a page that was lost. */
  cpuMs: number | undefined
}

/** Longest time for one page; the slowest that ends takes some 20 s on a quiet machine. */
const PAGE_MS = 120_000
/** For a process to load its pages. */
const START_MS = 120_000
/** Peers keep much of what they have read. */
const HEAP_MB = 9_000
/** A system that loses more pages than this is broken as a whole. */
const MAX_LOST = 40

/**
 * Measures a system in a process of its own, and goes on in a new one behind a page that ends the process or takes too
 * long. Such a page counts as an empty answer, as one does that the system throws on. Throws for a system that is broken
 * as a whole.
 */
export async function measureApart(system: string, choice: Choice): Promise<Measurement> {
  const { pages, leftOut } = choosePages(choice)
  const results = new Map<number, Result>()
  const lost = new Map<number, string>()
  while (results.size + lost.size < pages.length) {
    const done = [...results.keys(), ...lost.keys()]
    const failure = await runOnce({ ...choice, system, done }, (result) => results.set(result.place, result))
    if (!failure) break
    if (failure.at === undefined) throw new Error(failure.cause)
    lost.set(failure.at, failure.cause)
    if (lost.size > MAX_LOST) throw new Error(`more than ${MAX_LOST} pages did not end`)
  }
  const measured = pages.map((page, place) => {
    const { set, id, url, pageType, truth } = page
    const result = results.get(place)
    const score = result?.score ?? scorePage(truth, '')
    return { set, id, url, pageType, kind: truth.kind, score, cpuMs: result?.cpuMs }
  })
  return {
    system,
    pages: measured,
    threw: [...results.values()].filter(({ threw }) => threw).length,
    lost: [...lost].map(([place, cause]) => `${pages[place]!.set} ${pages[place]!.id}: ${cause}`),
    leftOut,
    peakMb: Math.max(...[...results.values()].map(({ peakMb }) => peakMb)),
  }
}

interface Failure {
  /** Place of the page that the process was at; undefined between pages. */
  at: number | undefined
  cause: string
}

/** Undefined when the process went through all pages. */
function runOnce(task: Task, onResult: (result: Result) => void): Promise<Failure | undefined> {
  const script = fileURLToPath(new URL('measure.ts', import.meta.url))
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let at: number | undefined
  let cause: string | undefined
  let errors = ''
  let timer = setTimeout(giveUp, START_MS)
  function giveUp(): void {
    cause = 'took too long'
    child.kill('SIGKILL')
  }
  child.stderr.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-20_000)
  })
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    clearTimeout(timer)
    timer = setTimeout(giveUp, PAGE_MS)
    if ('started' in line) at = line.started
    if ('place' in line) {
      at = undefined
      onResult(line)
    }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const why = cause ?? fatal(errors) ?? `ended with ${signal ?? code}`
      resolve(code === 0 ? undefined : { at, cause: why })
    })
  })
}

function fatal(errors: string): string | undefined {
  return /FATAL ERROR: (.*)/.exec(errors)?.[1] ?? /^\w*Error: .*/m.exec(errors)?.[0]
}
