import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { measureBatch } from '../batch/measure-batch.ts'
import { openKey } from '../lib/account.ts'
import { describeMachine } from '../lib/machine.ts'
import { type MixtureSite, startMixtureSite } from '../lib/mixture/mixture-site.ts'
import { withStack } from '../lib/stack.ts'
import { median, sum } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { type Case, casesOf, SCRAPE } from './cases.ts'
import { measureRound } from './measure.ts'

const BATCH_PAGES = 500
/** Requests of one client until the code is compiled. */
const WARM_UP = 300

/** One load on one stack in one round. */
interface Result {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU milliseconds a page, by process. */
  cpu: Record<string, number>
}

interface Contender {
  name: string
  info: DevInfo
  key: string
}

/**
 * This checkout beside another one, on two stacks that take turns in every round, so that a slow minute of the machine touches both: a
 * synchronous tier-1 scrape at one client and at eight, and a batch. Usage: node bench/scrape/compare.ts <folder of the other> <mixture> [--rounds n]
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  })
  const other = resolve(positionals[0]!)
  const env = { EGRESS_ALLOW: '127.0.0.0/8' }
  using site = await startMixtureSite(positionals[1])
  await withStack({ checkout: other, env }, (base) =>
    withStack({ env }, async (changed) => {
      const contenders = [
        await contender('other', await base.info()),
        await contender('this', await changed.info()),
      ]
      await compare(contenders, site, Number(values.rounds))
    }),
  )
}

async function contender(name: string, info: DevInfo): Promise<Contender> {
  return { name, info, key: await openKey(info) }
}

async function compare(contenders: Contender[], site: MixtureSite, rounds: number): Promise<void> {
  const scrape = casesOf(site).find(({ name }) => name === SCRAPE)!
  for (const { info } of contenders) await measureRound(info, { ...scrape, count: WARM_UP }, 8, 0)
  const loads: [string, (one: Contender, round: number) => Promise<Result>][] = [
    ['tier 1, 1 client', (one, round) => measureScrapes(one, scrape, 1, round)],
    ['tier 1, 8 clients', (one, round) => measureScrapes(one, scrape, 8, round)],
    ['batch', (one) => measurePages(one, site)],
  ]
  const results = new Map<string, Result[]>()
  for (let round = 0; round < rounds; round++)
    for (const [load, measure] of loads)
      for (const one of round % 2 === 0 ? contenders : contenders.toReversed()) {
        const id = `${load}|${one.name}`
        results.set(id, [...(results.get(id) ?? []), await measure(one, round)])
      }
  const rows = loads.flatMap(([load]) => rowsOf(load, contenders, results))
  const processes = Object.keys(results.values().next().value![0]!.cpu)
  console.log(`${describeMachine()}; medians of ${rounds} rounds; ratios: medians of each round's\n`)
  console.log(table(['what', 'of', 'p50 ms', 'p99 ms', 'per second', 'CPU ms', ...processes], rows))
}

async function measureScrapes(one: Contender, scrape: Case, clients: number, round: number): Promise<Result> {
  const result = await measureRound(one.info, scrape, clients, (round + 1) * 10_000 + clients * 1_000)
  for (const [what, times] of Object.entries(result.failures)) throw new Error(`${times} x ${what}`)
  const { target: _, ...cpu } = result.cpuPerRequest
  return { ...result, cpu }
}

async function measurePages({ info, key }: Contender, site: MixtureSite): Promise<Result> {
  const { pagesPerMinute, cpu } = await measureBatch(info, key, site.fresh(BATCH_PAGES))
  return { perSecond: pagesPerMinute / 60, p50Ms: Number.NaN, p99Ms: Number.NaN, cpu }
}

function rowsOf(load: string, contenders: Contender[], results: Map<string, Result[]>): string[][] {
  const [other, changed] = contenders.map(({ name }) => results.get(`${load}|${name}`)!)
  const figures: ((one: Result) => number)[] = [
    ({ p50Ms }) => p50Ms,
    ({ p99Ms }) => p99Ms,
    ({ perSecond }) => perSecond,
    ({ cpu }) => sum(Object.values(cpu)),
    ...Object.keys(other![0]!.cpu).map(
      (process) =>
        ({ cpu }: Result) =>
          cpu[process] ?? 0,
    ),
  ]
  const over = (rounds: Result[]) => figures.map((read) => short(median(rounds.map(read))))
  const ratios = figures.map((read) =>
    short(median(changed!.map((one, round) => read(one) / read(other![round]!)))),
  )
  return [
    [load, 'other', ...over(other!)],
    [load, 'this', ...over(changed!)],
    [load, 'ratio', ...ratios],
  ]
}

await main()
