import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { startMixtureSite } from '../lib/mixture/mixture-site.ts'
import { cpuDuring } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { short, table } from '../lib/table.ts'
import { type Case, casesOf, SCRAPE } from './cases.ts'

/** Readers that are warmed at the start are warm by then. */
const SETTLE_MS = 20_000
/** Threads that have read nothing for half a minute end, but for those that are kept. */
const REST_MS = 45_000

/** Pages of the mixture in their order; `after` is how long nothing was asked before. */
const PARTS: readonly { name: string; count: number; after: number }[] = [
  { name: 'the first page', count: 1, after: SETTLE_MS },
  { name: 'to the tenth', count: 9, after: 0 },
  { name: 'to the hundredth', count: 90, after: 0 },
  { name: 'ten after a rest', count: 10, after: REST_MS },
]

/**
 * `node bench/scrape/first-pages.ts <mixture> [--kept 0,1]`: synchronous scrapes of one client at a fleet that has just started, and after a
 * rest: CPU of the process that reads, and times. `--kept`: values of EXTRACT_KEPT, each with a fleet of its own.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kept: { type: 'string', default: '1' } },
  })
  using site = await startMixtureSite(positionals[0])
  const scrape = casesOf(site).find(({ name }) => name === SCRAPE)!
  const rows: (string | number)[][] = []
  for (const kept of values.kept.split(','))
    await withStack({ env: { EGRESS_ALLOW: '127.0.0.0/8', EXTRACT_KEPT: kept } }, async ({ info }) => {
      rows.push(...(await measureParts(await info(), scrape)).map((row) => [kept, ...row]))
    })
  console.log(`${describeMachine()}\n`)
  console.log(table(['EXTRACT_KEPT', 'pages', 'CPU ms/page', 'p50 ms', 'p90 ms'], rows))
}

async function measureParts(fleet: DevInfo, scrape: Case): Promise<string[][]> {
  const reader = { reader: fleet.pids['tier-1-curl']! }
  const rows: string[][] = []
  let asked = 0
  for (const { name, count, after } of PARTS) {
    await sleep(after)
    const { result, spentMs } = await cpuDuring(reader, () =>
      load({ count, clients: 1 }, (index) => scrape.send(fleet, asked + index)),
    )
    asked += count
    for (const what of Object.keys(result.failures)) console.log(`FAILED ${what}`)
    rows.push([name, short(spentMs.reader! / count), short(result.p50Ms), short(result.p90Ms)])
  }
  return rows
}

await main()
