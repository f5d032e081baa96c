import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { type Memory, memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { megabytes, table } from '../lib/table.ts'
import { CASES } from './cases.ts'

const SETTLE_MS = 15_000
const SAMPLE_MS = 500
const CLIENTS = 8
/** Threads that have read nothing for half a minute end. */
const REST_MS = 45_000

type Sample = Record<string, Memory>

/**
 * What the Node processes hold, browsers and databases apart, as PSS and (in brackets) as memory that nobody shares: idle, at the peak of the
 * first tenth of `--pages` sync tier-1 scrapes by 8 clients, at the peak of the rest, and idle again. `--checkout <folder>`
 * measures another checkout.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { pages: { type: 'string', default: '10000' }, checkout: { type: 'string' } },
  })
  const pages = Number(values.pages)
  await withStack(values.checkout === undefined ? {} : { checkout: values.checkout }, async ({ info }) => {
    const fleet = await info()
    await sleep(SETTLE_MS)
    const idle = await nodeMemory(fleet)
    const early = await peakDuring(fleet, 0, pages / 10)
    const late = await peakDuring(fleet, pages / 10, pages)
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

function nodeMemory(info: DevInfo): Promise<Sample> {
  const { postgres, redis, ...ours } = info.pids
  return memory(ours, 'node')
}

/** The sample with the largest sum. */
async function peakDuring(info: DevInfo, from: number, to: number): Promise<Sample> {
  let peak: Sample = {}
  let done = false
  const working = load({ count: to - from, clients: CLIENTS }, (index) => CASES[1]!.send(info, from + index))
  const ended = working.finally(() => {
    done = true
  })
  while (!done) {
    const sample = await nodeMemory(info)
    if (sumOf(sample, 'pssBytes') > sumOf(peak, 'pssBytes')) peak = sample
    await sleep(SAMPLE_MS)
  }
  for (const what of Object.keys((await ended).failures)) console.log(`FAILED ${what}`)
  return peak
}

const sumOf = (sample: Sample, what: 'pssBytes' | 'ownBytes') =>
  Object.values(sample).reduce((sum, one) => sum + one[what], 0)

function memoryTable(samples: Record<string, Sample>): string {
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
