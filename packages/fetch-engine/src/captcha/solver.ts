import { sleep } from '@gleaner/runtime'
import type { Vendor } from './challenge-selectors.ts'
import { classicProtocol } from './solver-classic.ts'
import { taskProtocol } from './solver-tasks.ts'

export interface SolverOptions {
  /** Root of the service's HTTP API. */
  url: string
  apiKey: string
}

export interface Puzzle {
  vendor: Vendor
  sitekey: string
  pageUrl: string
  userAgent: string
  action: string
  /** What the widget was given beside its key (`cData` of Turnstile, `data-s` of reCAPTCHA). */
  data: string
  invisible: boolean
}

/** A service that answers puzzles, by person or by machine. */
export interface Solver {
  /** The token that the widget would have given; undefined when the service gave none. */
  solve(puzzle: Puzzle, signal: AbortSignal): Promise<string | undefined>
}

/** How a solver's API is spoken: 2captcha has two, and the others of the trade copied one of them. */
export interface SolverProtocol {
  /** Hands a puzzle in; `unsupported` when the service does not speak this API. */
  submit(puzzle: Puzzle, signal: AbortSignal): Promise<string | 'unsupported' | undefined>
  /** The answer, `pending`, or undefined when there will be none. */
  collect(id: string, signal: AbortSignal): Promise<string | 'pending' | undefined>
}

/** People need some seconds, so asking more often tells nothing; the first look is early for machines. */
const FIRST_LOOK_MS = 500
const NEXT_LOOK_MS = 3_000
const MAX_WAIT_MS = 120_000

export function createSolver(options: SolverOptions): Solver {
  const protocols = [taskProtocol(options), classicProtocol(options)]

  return {
    async solve(puzzle, signal) {
      for (const protocol of protocols) {
        const id = await protocol.submit(puzzle, signal)
        if (id === undefined) return undefined
        if (id !== 'unsupported') return untilAnswered(protocol, id, signal)
      }
      return undefined
    },
  }
}

async function untilAnswered(
  protocol: SolverProtocol,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const until = Date.now() + MAX_WAIT_MS
  let pause = FIRST_LOOK_MS
  while (Date.now() < until) {
    await sleep(pause, signal)
    const answer = await protocol.collect(id, signal)
    if (answer !== 'pending') return answer
    pause = NEXT_LOOK_MS
  }
  return undefined
}
