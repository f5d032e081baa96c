import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { postScrape } from '../lib/api.ts'
import { untilDone, withJobCounts } from '../lib/jobs.ts'
import { load } from '../lib/load.ts'
import { describeMachine } from '../lib/machine.ts'
import { cpuMs } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'

const ROUNDS = 3
const PAGES = 500
const CLIENTS = 8
const DEADLINE_MS = 180_000

interface Round {
  acceptedPerSecond: number
  pagesPerMinute: number
  cpuMsPerPage: number
}

/**
 * Pages per minute with `sync: false`: from the first request to the last result, at tier 1 with markdown and
 * json. `--home <folder>` uses a running stack; `--split` one process per service.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { home: { type: 'string' }, split: { type: 'boolean' } } })
  await withStack({ home: values.home, split: values.split ?? false }, async ({ info }) => {
    await measure(await info(), 'warm-up', 100)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(await info(), `${round}`, PAGES))
    const over = (read: (round: Round) => number) => short(median(rounds.map(read)))
    console.log(`${describeMachine()}; medians of ${ROUNDS} rounds of ${PAGES} pages\n`)
    console.log(
      table(
        ['what', 'accepted per second', 'pages per minute', 'CPU ms/page'],
        [
          [
            'sync: false, tier 1, markdown + json',
            over((round) => round.acceptedPerSecond),
            over((round) => round.pagesPerMinute),
            over((round) => round.cpuMsPerPage),
          ],
        ],
      ),
    )
  })
}

async function measure(info: DevInfo, mark: string, pages: number): Promise<Round> {
  const { supervisor: _, ...pids } = info.pids
  const total = async () => Object.values(await cpuMs(pids)).reduce((sum, ms) => sum + ms, 0)
  return withJobCounts(info.database_url, async (count) => {
    const [before, started] = [await total(), performance.now()]
    const accepted = await load({ count: pages, clients: CLIENTS }, async (index) => {
      const url = `${info.sample_site}/bench/20kb?${mark}-${Date.now()}-${index}`
      const answer = await postScrape(info, { url, sync: false, formats: ['markdown', 'json'] })
      return answer.status === 202 ? undefined : `status ${answer.status}: ${answer.text.slice(0, 100)}`
    })
    await untilDone(count, DEADLINE_MS)
    const minutes = (performance.now() - started) / 60_000
    const { completed } = await count()
    if (completed !== pages)
      throw new Error(`${completed} of ${pages} completed; ${JSON.stringify(accepted.failures)}`)
    return {
      acceptedPerSecond: accepted.perSecond,
      pagesPerMinute: pages / minutes,
      cpuMsPerPage: ((await total()) - before) / pages,
    }
  })
}

await main()
