import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { percentile } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import type { CostTask } from './cost-main.ts'
import { READER_NAMES, WORK } from './readers.ts'

const USAGE = `node bench/extraction/cost.ts <pages> [--readers ${READER_NAMES.join(',')}] [--rounds 5] [--type documentation]

CPU milliseconds that reading a page of the mixture costs (user + system, of all threads), of each reader in a process of its own, in turns:
the median over the pages and the worst decile, each page at its median of the rounds, and the first 100 pages of a fresh process. <pages>
is a folder that bench/lib/mixture/get.ts has filled; --type takes the pages of one type. Every reader gets the page's bytes.`

/** Rounds of a process before it counts as warm. */
const WARM_UP_ROUNDS = 2
/** Pages of a process before it counts as warm enough for most of its code. */
const COLD_PAGES = 100

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      readers: { type: 'string', default: READER_NAMES.join(',') },
      rounds: { type: 'string', default: '5' },
      type: { type: 'string' },
    },
  })
  const [folder] = positionals
  const names = values.readers.split(',')
  if (!folder || names.some((name) => !READER_NAMES.includes(name))) {
    console.error(USAGE)
    process.exit(2)
  }
  const readers = names.map((name) => openReader({ reader: name, folder, type: values.type }))
  const rounds = new Map(names.map((name) => [name, [] as number[][]]))
  for (let round = 0; round < WARM_UP_ROUNDS + Number(values.rounds); round++)
    for (const { name, readAll } of readers) rounds.get(name)!.push(await readAll())
  for (const { end } of readers) end()
  console.log(
    table(
      ['CPU ms a page', 'median', 'worst decile', 'first 100, mean', 'what it does'],
      names.map((name) => summarize(name, rounds.get(name)!)),
    ),
  )
}

function summarize(name: string, rounds: number[][]): string[] {
  const [first, ...later] = rounds
  const cold = first!.slice(0, COLD_PAGES)
  const warm = later.slice(WARM_UP_ROUNDS - 1)
  const pages = warm[0]!.map((_, page) =>
    percentile(
      warm.map((round) => round[page]!),
      50,
    ),
  )
  const mean = cold.reduce((sum, ms) => sum + ms, 0) / cold.length
  return [name, ...[percentile(pages, 50), percentile(pages, 90), mean].map(short), WORK[name]!]
}

/** A process that reads all pages each time it is asked to, and says what each has cost. */
function openReader(task: CostTask) {
  const child = fork(new URL('cost-main.ts', import.meta.url), [JSON.stringify(task)])
  return {
    name: task.reader,
    async readAll(): Promise<number[]> {
      child.send('read')
      const [costs] = (await once(child, 'message')) as [number[]]
      return costs
    },
    end: () => child.disconnect(),
  }
}

await main()
