import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type LoadResult, load } from '../lib/load.ts'
import { cpuDuring, dividedBy } from '../lib/process-usage.ts'
import { median } from '../lib/statistics.ts'
import type { Case } from './cases.ts'

export interface Measured extends LoadResult {
  /** CPU milliseconds a request by process, `target` being the sample website and its supervisor. */
  cpuPerRequest: Record<string, number>
}

/** One round of a case: its times, and the CPU time of every process of the stack over it. */
export async function measureRound(
  info: DevInfo,
  one: Case,
  clients: number,
  offset: number,
): Promise<Measured> {
  const { supervisor, ...pids } = info.pids
  const roots = { ...pids, target: supervisor! }
  const count = one.count * Math.min(clients, 4)
  const { result, spentMs } = await cpuDuring(roots, () =>
    load({ count, clients }, (index) => one.send(info, offset + index)),
  )
  return { ...result, cpuPerRequest: dividedBy(spentMs, count) }
}

/** The medians of several rounds, and all their failures. */
export function summarize(rounds: Measured[]): Measured {
  const over = (read: (round: Measured) => number) => median(rounds.map(read))
  const failures: Record<string, number> = {}
  for (const round of rounds) {
    for (const [what, times] of Object.entries(round.failures)) failures[what] = (failures[what] ?? 0) + times
  }
  const processes = Object.keys(rounds[0]!.cpuPerRequest)
  return {
    count: rounds.reduce((total, round) => total + round.count, 0),
    p50Ms: over((round) => round.p50Ms),
    p90Ms: over((round) => round.p90Ms),
    p99Ms: over((round) => round.p99Ms),
    perSecond: over((round) => round.perSecond),
    cpuPerRequest: Object.fromEntries(
      processes.map((name) => [name, over((round) => round.cpuPerRequest[name] ?? 0)]),
    ),
    failures,
  }
}
