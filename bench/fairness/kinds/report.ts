import type { WorkKind } from '@gleaner/queue/work'
import { describeMachine } from '../../lib/machine.ts'
import { percentile } from '../../lib/statistics.ts'
import { short, table } from '../../lib/table.ts'
import type { Sample } from './windows.ts'

/** One pair of windows. */
export interface Cell {
  hostile: string
  kind: WorkKind
  quiet: Sample[]
  flooded: Sample[]
}

const GOAL = 1.5

/** The ratios of p95 by kind and hostile kind, the absolute figures of what is above the goal, and the worst. */
export function report(pairs: Cell[], apart: WorkKind[]): string {
  const cells = [...Map.groupBy(pairs, ({ hostile, kind }) => `${hostile} ${kind}`).values()].map(joined)
  const hostiles = [...new Set(cells.map(({ hostile }) => hostile))]
  const kinds = [...new Set(cells.map(({ kind }) => kind))]
  const at = (hostile: string, kind: string) =>
    cells.find((cell) => cell.hostile === hostile && cell.kind === kind)!
  const matrix = kinds.map((kind) => [kind, ...hostiles.map((hostile) => at(hostile, kind).ratio.toFixed(2))])
  const worstFirst = cells.toSorted((a, b) => b.ratio - a.ratio)
  const failures = cells.filter(({ failed }) => failed !== '')
  const [worst] = worstFirst.filter(({ hostile }) => hostile !== 'nobody')
  return [
    `${new Date().toISOString()}; ${describeMachine()}; left to tests: ${apart.join(', ')}`,
    `p95 flooded / p95 quiet; a line: the neighbour's work, a column: what is flooded`,
    table(['kind', ...hostiles], matrix),
    `All cells, worst first, in ms (above ${GOAL}: ${cells.filter(({ ratio }) => ratio > GOAL).length} of ${cells.length})`,
    table(
      ['neighbour', 'flooded', 'n', 'p50 quiet', 'p50', 'p95 quiet', 'p95', 'ratio p50', 'ratio p95'],
      worstFirst.map((cell) => [
        cell.kind,
        cell.hostile,
        cell.n,
        ...[cell.p50Quiet, cell.p50, cell.p95Quiet, cell.p95].map(short),
        (cell.p50 / cell.p50Quiet).toFixed(2),
        cell.ratio.toFixed(2),
      ]),
    ),
    ...failures.map(({ hostile, kind, failed }) => `${kind} beside ${hostile}: ${failed}`),
    `Worst: ${worst?.kind} beside ${worst?.hostile}, ${worst?.ratio.toFixed(2)}`,
  ].join('\n\n')
}

function joined(pairs: Cell[]) {
  const [quiet, flooded] = [pairs.flatMap((pair) => pair.quiet), pairs.flatMap((pair) => pair.flooded)]
  const timesOf = (samples: Sample[]) => samples.flatMap(({ ms, failure }) => (failure ? [] : ms))
  // What was refused took no time, and says nothing of the work.
  const [before, beside] = [timesOf(quiet), timesOf(flooded)]
  const [p95Quiet, p95] = [percentile(before, 95), percentile(beside, 95)]
  const failed = (samples: Sample[]) => samples.flatMap(({ failure }) => failure ?? [])
  const failures = [failed(quiet), failed(flooded)]
  return {
    ...pairs[0]!,
    n: `${before.length}+${beside.length}`,
    p50Quiet: percentile(before, 50),
    p50: percentile(beside, 50),
    p95Quiet,
    p95,
    ratio: p95 / p95Quiet,
    failed: failures.flat().length
      ? `${failures.map((some) => some.length).join(' quiet and ')} flooded failed: ${failures.flat().at(-1)}`
      : '',
  }
}
