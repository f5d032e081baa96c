import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { type Memory, memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { megabytes, table } from '../lib/table.ts'
import { BROWSER_CASES, CASES } from './cases.ts'

const SETTLE_MS = 15_000
const SAMPLE_MS = 500
const TIER_1_COUNT = 300
const BROWSER_COUNT = 20

/**
 * What every process of the stack holds, its children included: when idle, at the peak under load (8 clients at
 * tier 1, then 2 at the browser), and when idle again. `--home <folder>` uses a running stack; `--split` one
 * process per service.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { home: { type: 'string' }, split: { type: 'boolean' } } })
  await withStack({ home: values.home, split: values.split ?? false }, async ({ info }) => {
    const fleet = await info()
    await sleep(SETTLE_MS)
    const idle = await memory(fleet.pids)
    const peak = await peakDuring(fleet, () => putUnderLoad(fleet))
    await sleep(SETTLE_MS)
    const after = await memory(fleet.pids)
    console.log(`${describeMachine()}; MB of RSS / PSS\n`)
    console.log(memoryTable({ idle, 'peak under load': peak, 'idle again': after }))
  })
}

async function putUnderLoad(info: DevInfo): Promise<void> {
  const [tier1, browser] = [CASES[1]!, BROWSER_CASES[0]!]
  const results = [
    await load({ count: TIER_1_COUNT, clients: 8 }, (index) => tier1.send(info, index)),
    await load({ count: BROWSER_COUNT, clients: 2 }, (index) => browser.send(info, index)),
  ]
  for (const { failures } of results) for (const what of Object.keys(failures)) console.log(`FAILED ${what}`)
}

/** The sample with the largest sum of PSS. */
async function peakDuring(info: DevInfo, work: () => Promise<void>): Promise<Record<string, Memory>> {
  let peak: Record<string, Memory> = {}
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) {
    const sample = await memory(info.pids)
    if (totalPss(sample) > totalPss(peak)) peak = sample
    await sleep(SAMPLE_MS)
  }
  await working
  return peak
}

const totalPss = (sample: Record<string, Memory>) =>
  Object.values(sample).reduce((sum, { pssBytes }) => sum + pssBytes, 0)

function memoryTable(samples: Record<string, Record<string, Memory>>): string {
  const [first] = Object.values(samples)
  const rows = Object.keys(first!).map((name) => [
    name,
    ...Object.values(samples).flatMap((sample) => cells(sample[name]!)),
  ])
  const sums = Object.values(samples).flatMap((sample) => {
    const all = Object.values(sample)
    const sum = (read: (one: Memory) => number) => all.reduce((total, one) => total + read(one), 0)
    return cells({
      processes: sum((one) => one.processes),
      rssBytes: sum((one) => one.rssBytes),
      pssBytes: sum((one) => one.pssBytes),
      ownBytes: sum((one) => one.ownBytes),
    })
  })
  const header = Object.keys(samples).flatMap((name) => [`${name}: processes`, 'MB'])
  return table(['process', ...header], [...rows, ['all', ...sums]])
}

const cells = ({ processes, rssBytes, pssBytes }: Memory) => [
  processes,
  `${megabytes(rssBytes)} / ${megabytes(pssBytes)}`,
]

await main()
