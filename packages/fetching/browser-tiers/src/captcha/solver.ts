import { sleep } from '@gleaner/runtime'
import { classicProtocol } from './solver-classic.ts'
import type { Puzzle, SolverOptions, SolverProtocol } from './solver-protocol.ts'
import { taskProtocol } from './solver-tasks.ts'

/** A service that answers puzzles, by person or by machine. */
export interface Solver {
  /** The token that the widget would have given; undefined when the service gave none. */
  solve(puzzle: Puzzle, signal: AbortSignal): Promise<string | undefined>
}

/** People need some seconds, so polling more often is useless; the first poll is early for machines. */
const FIRST_POLL_MS = 500
const NEXT_POLL_MS = 3_000
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
  let pause = FIRST_POLL_MS
  while (Date.now() < until) {
    await sleep(pause, signal)
    const answer = await protocol.collect(id, signal)
    if (answer !== 'pending') return answer
    pause = NEXT_POLL_MS
  }
  return undefined
}
