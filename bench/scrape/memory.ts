import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { type Memory, memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { megabytes, table } from '../lib/table.ts'
import { BROWSER_CASES, CASES } from './cases.ts'
import { type MemorySample, peakDuring, sumOf } from './peak-during.ts'

const SETTLE_MS = 15_000
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
    const peak = await peakDuring(
      () => putUnderLoad(fleet),
      () => memory(fleet.pids),
    )
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

function memoryTable(samples: Record<string, MemorySample>): string {
  const [first] = Object.values(samples)
  const rows = Object.keys(first!).map((name) => [
    name,
    ...Object.values(samples).flatMap((sample) => cells(sample[name]!)),
  ])
  const sums = Object.values(samples).flatMap((sample) =>
    cells({
      processes: sumOf(sample, 'processes'),
      rssBytes: sumOf(sample, 'rssBytes'),
      pssBytes: sumOf(sample, 'pssBytes'),
    }),
  )
  const header = Object.keys(samples).flatMap((name) => [`${name}: processes`, 'MB'])
  return table(['process', ...header], [...rows, ['all', ...sums]])
}

const cells = ({ processes, rssBytes, pssBytes }: Omit<Memory, 'ownBytes'>) => [
  processes,
  `${megabytes(rssBytes)} / ${megabytes(pssBytes)}`,
]

await main()
