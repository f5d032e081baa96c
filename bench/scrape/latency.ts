import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type Crw, startCrw } from '../lib/crw.ts'
import { describeMachine } from '../lib/machine.ts'
import { type MixtureSite, startMixtureSite } from '../lib/mixture/mixture-site.ts'
import { withStack } from '../lib/stack.ts'
import { short, table } from '../lib/table.ts'
import {
  BARE,
  browserCasesOf,
  type Case,
  CLIMB,
  CLIMBED,
  CRW_PROCESS,
  casesOf,
  crwCase,
  SCRAPE,
} from './cases.ts'
import { type Measured, measureRound, summarize } from './measure.ts'

// Enough for the code to be compiled: a cold stack needs twice the CPU time.
const WARM_UP = 120

interface Line {
  name: string
  process: string | undefined
  clients: number
  result: Measured
}

/**
 * `node bench/scrape/latency.ts <mixture>`: synchronous scrapes of the mixture over HTTP (Markdown and structured data of each page), beside
 * a bare fetch of the same pages and fastCRW's engine (Markdown) in the same rounds. `--browser` measures the browser tiers instead; `--home <folder>` uses a running stack; `--split` one process per service; `--alone` goes without fastCRW.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      browser: { type: 'boolean', default: false },
      home: { type: 'string' },
      split: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
    },
  })
  const rounds = Number(values.rounds)
  await using crw = values.alone || values.browser ? undefined : await startCrw()
  using site = await startMixtureSite(positionals[0])
  const [cases, clientCounts] = values.browser
    ? [browserCasesOf(site), [1, 2]]
    : [withCrw(casesOf(site), crw, site), [1, 8]]
  const env = { EGRESS_ALLOW: '127.0.0.0/8' }
  await withStack({ home: values.home, split: values.split, env }, async ({ info }) => {
    const lines = await measureAll(withProcess(await info(), crw), cases, clientCounts, rounds)
    console.log(`${describeMachine()}; medians of ${rounds} rounds\n`)
    console.log(latencyTable(lines))
    if (!values.browser) console.log(`\n${differences(lines)}`)
    console.log(
      `\nCPU milliseconds a request, by process (all their children included)\n\n${cpuTable(lines)}`,
    )
    for (const { name, result } of lines) {
      for (const [what, times] of Object.entries(result.failures))
        console.log(`FAILED ${name}: ${times} x ${what}`)
    }
  })
}

/** Beside our own scrape of the page. */
function withCrw(cases: Case[], crw: Crw | undefined, site: MixtureSite): Case[] {
  return crw ? cases.toSpliced(2, 0, crwCase(crw, site)) : cases
}

/** So that its processor time is counted with that of the fleet's processes. */
function withProcess(info: DevInfo, crw: Crw | undefined): DevInfo {
  return crw ? { ...info, pids: { ...info.pids, [CRW_PROCESS]: crw.pid } } : info
}

/** All cases take turns in each round, so that a slow minute of the machine touches all of them. */
async function measureAll(
  info: DevInfo,
  cases: Case[],
  clientCounts: number[],
  roundCount: number,
): Promise<Line[]> {
  const runs = clientCounts.flatMap((clients) =>
    cases.map((one) => ({ one, clients, rounds: [] as Measured[] })),
  )
  let rounds = 0
  const nextOffset = () => ++rounds * 10_000 // every round asks for addresses that no other one does
  for (const one of cases) {
    const warmUp = { ...one, count: Math.min(WARM_UP, one.count * 3) }
    await measureRound(info, warmUp, 1, nextOffset())
  }
  for (let round = 0; round < roundCount; round++) {
    for (const run of runs) run.rounds.push(await measureRound(info, run.one, run.clients, nextOffset()))
  }
  return runs.map(({ one, clients, rounds }) => ({
    name: one.name,
    process: one.process,
    clients,
    result: summarize(rounds),
  }))
}

function latencyTable(lines: Line[]): string {
  const rows = lines.map(({ name, process, clients, result }) => [
    name,
    clients,
    short(result.p50Ms),
    short(result.p90Ms),
    short(result.p99Ms),
    short(result.perSecond),
    short(cpuOf(result, process)),
  ])
  return table(['what', 'clients', 'p50 ms', 'p90 ms', 'p99 ms', 'per second', 'CPU ms/request'], rows)
}

/** Of the process that does the work, or of the whole fleet: everything but the website that is scraped, and others' processes. */
function cpuOf({ cpuPerRequest }: Measured, process: string | undefined): number {
  if (process !== undefined) return cpuPerRequest[process] ?? Number.NaN
  const parts = Object.entries(cpuPerRequest).filter(([name]) => name !== 'target' && name !== CRW_PROCESS)
  return parts.reduce((total, [, ms]) => total + ms, 0)
}

/** What the goals are about: times beyond the bare fetch, and the price of one more tier, at one client. */
function differences(lines: Line[]): string {
  const alone = (name: string) => lines.find((line) => line.name === name && line.clients === 1)!.result
  const [bare, scrape, climb, climbed] = [BARE, SCRAPE, CLIMB, CLIMBED].map(alone)
  return table(
    ['1 client', 'p50 ms', 'p99 ms'],
    [
      ['tier 1 above the bare fetch', short(scrape!.p50Ms - bare!.p50Ms), short(scrape!.p99Ms - bare!.p99Ms)],
      ['one more tier, without its fetch', short(climb!.p50Ms - climbed!.p50Ms - bare!.p50Ms), '-'],
    ],
  )
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
