import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { startMixtureSite } from '../lib/mixture/mixture-site.ts'
import { type MemorySample, sumOf, watchPeak } from '../lib/peak-memory.ts'
import { memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { megabytes, table } from '../lib/table.ts'
import { type Case, casesOf, SCRAPE } from './cases.ts'

const SETTLE_MS = 15_000
const CLIENTS = 8
/** Threads that have read nothing for half a minute end, but for one a process. */
const REST_MS = 45_000

/**
 * `node bench/scrape/node-memory.ts <mixture>`: what the Node processes hold, browsers and databases apart, as PSS and (in brackets) as memory that nobody shares: idle, at the peak of the
 * first tenth of `--pages` sync tier-1 scrapes by 8 clients, at the peak of the rest, and idle again. `--checkout <folder>`
 * measures another checkout.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pages: { type: 'string', default: '10000' }, checkout: { type: 'string' } },
  })
  const pages = Number(values.pages)
  using site = await startMixtureSite(positionals[0])
  const scrape = casesOf(site).find(({ name }) => name === SCRAPE)!
  const env = { EGRESS_ALLOW: '127.0.0.0/8' }
  const stack = values.checkout === undefined ? { env } : { env, checkout: values.checkout }
  await withStack(stack, async ({ info }) => {
    const fleet = await info()
    await sleep(SETTLE_MS)
    const idle = await nodeMemory(fleet)
    const early = await peakOfLoad(fleet, scrape, 0, pages / 10)
    const late = await peakOfLoad(fleet, scrape, pages / 10, pages)
    const after = await nodeMemory(fleet)
    await sleep(REST_MS)
    const again = await nodeMemory(fleet)
    console.log(`${describeMachine()}; MB of PSS (not shared)\n`)
    console.log(
      memoryTable({
        idle,
        [`peak, ${pages / 10} pages`]: early,
        [`peak, ${pages} pages`]: late,
        'at their end': after,
        'idle again': again,
      }),
    )
  })
}

function nodeMemory(info: DevInfo): Promise<MemorySample> {
  const { postgres, redis, ...ours } = info.pids
  return memory(ours, 'node')
}

/** The peak of the requests from one number to another. */
async function peakOfLoad(info: DevInfo, scrape: Case, from: number, to: number): Promise<MemorySample> {
  const putUnderLoad = async () => {
    const count = to - from
    const { failures } = await load({ count, clients: CLIENTS }, (index) => scrape.send(info, from + index))
    for (const what of Object.keys(failures)) console.log(`FAILED ${what}`)
  }
  return (await watchPeak(putUnderLoad(), () => nodeMemory(info))).peak
}

function memoryTable(samples: Record<string, MemorySample>): string {
  const all = Object.values(samples)
  const cell = (pss: number, own: number) => `${megabytes(pss)} (${megabytes(own)})`
  const rows = Object.keys(all[0]!).map((name) => [
    name,
    ...all.map((sample) => cell(sample[name]!.pssBytes, sample[name]!.ownBytes)),
  ])
  const sums = all.map((sample) => cell(sumOf(sample, 'pssBytes'), sumOf(sample, 'ownBytes')))
  return table(['process', ...Object.keys(samples)], [...rows, ['all Node processes', ...sums]])
}

await main()
