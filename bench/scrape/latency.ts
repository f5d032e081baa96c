import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { describeMachine } from '../lib/machine.ts'
import { withStack } from '../lib/stack.ts'
import { short, table } from '../lib/table.ts'
import { BROWSER_CASES, CASES, type Case } from './cases.ts'
import { type Measured, measureRound, summarize } from './measure.ts'

const ROUNDS = 3
// Enough for the code to be compiled: a cold stack needs twice the CPU time.
const WARM_UP = 120

interface Line {
  name: string
  clients: number
  result: Measured
}

/**
 * Synchronous scrapes over HTTP, beside a bare fetch of the same page in the same rounds. `--browser` measures
 * the browser tiers instead; `--home <folder>` uses a running stack; `--split` one process per service.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { browser: { type: 'boolean' }, home: { type: 'string' }, split: { type: 'boolean' } },
  })
  const [cases, clientCounts] = values.browser ? [BROWSER_CASES, [1, 2]] : [CASES, [1, 8]]
  await withStack({ home: values.home, split: values.split ?? false }, async ({ info }) => {
    const lines = await measureAll(await info(), cases, clientCounts)
    console.log(`${describeMachine()}; medians of ${ROUNDS} rounds\n`)
    console.log(latencyTable(lines))
    console.log(
      `\nCPU milliseconds a request, by process (all their children included)\n\n${cpuTable(lines)}`,
    )
    for (const { name, result } of lines) {
      for (const [what, times] of Object.entries(result.failures))
        console.log(`FAILED ${name}: ${times} x ${what}`)
    }
  })
}

/** All cases take turns in each round, so that a slow minute of the machine touches all of them. */
async function measureAll(info: DevInfo, cases: Case[], clientCounts: number[]): Promise<Line[]> {
  const runs = clientCounts.flatMap((clients) =>
    cases.map((one) => ({ one, clients, rounds: [] as Measured[] })),
  )
  let rounds = 0
  const nextOffset = () => ++rounds * 10_000 // every round asks for addresses that no other one does
  for (const one of cases) {
    const warmUp = { ...one, count: Math.min(WARM_UP, one.count * 3) }
    await measureRound(info, warmUp, 1, nextOffset())
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) run.rounds.push(await measureRound(info, run.one, run.clients, nextOffset()))
  }
  return runs.map(({ one, clients, rounds }) => ({ name: one.name, clients, result: summarize(rounds) }))
}

function latencyTable(lines: Line[]): string {
  const rows = lines.map(({ name, clients, result }) => [
    name,
    clients,
    short(result.p50Ms),
    short(result.p99Ms),
    short(result.perSecond),
    short(fleetCpu(result)),
  ])
  return table(['what', 'clients', 'p50 ms', 'p99 ms', 'per second', 'CPU ms/request'], rows)
}

/** Everything but the website that is scraped. */
function fleetCpu({ cpuPerRequest }: Measured): number {
  const parts = Object.entries(cpuPerRequest).filter(([name]) => name !== 'target')
  return parts.reduce((total, [, ms]) => total + ms, 0)
}

function cpuTable(lines: Line[]): string {
  const processes = Object.keys(lines[0]!.result.cpuPerRequest)
  const rows = lines.map(({ name, clients, result }) => [
    name,
    clients,
    ...processes.map((process) => short(result.cpuPerRequest[process] ?? 0)),
  ])
  return table(['what', 'clients', ...processes], rows)
}

await main()
