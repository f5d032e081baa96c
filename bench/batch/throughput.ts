import { parseArgs } from 'node:util'
import { openKey } from '../lib/account.ts'
import { type CrawleeVariant, startCrawlee } from '../lib/crawlee.ts'
import { describeMachine } from '../lib/machine.ts'
import { startMixtureSite } from '../lib/mixture/mixture-site.ts'
import { withStack } from '../lib/stack.ts'
import { median, sum } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { type Measured, measureBatch } from './measure-batch.ts'

const BATCH = 'a batch'

/**
 * `node bench/batch/throughput.ts <mixture>`: a batch of 1,000 pages of the mixture through the whole fleet, from the request to the last item's
 * end, which makes and stores Markdown and structured data of each. Beside it, in turns, Crawlee reads as many of the same pages and stores
 * nothing: their bytes (`http`), their tree and title (`cheerio`), their tree and the Markdown of the body (`cheerio + turndown`).
 * `--alone`: without Crawlee. `--home <folder>` uses a running stack, which must be allowed to reach 127.0.0.0/8.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      count: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      alone: { type: 'boolean', default: false },
    },
  })
  const count = Number(values.count)
  const variants: CrawleeVariant[] = values.alone ? [] : ['http', 'cheerio', 'cheerio + turndown']
  using site = await startMixtureSite(positionals[0])
  await withStack({ home: values.home, env: { EGRESS_ALLOW: '127.0.0.0/8' } }, async ({ info }) => {
    const fleet = await info()
    const key = await openKey(fleet)
    const batch = (pages: number) => measureBatch(fleet, key, site.fresh(pages))
    await batch(Math.ceil(count / 2))
    const contenders: [string, () => Promise<Measured>][] = [
      [BATCH, () => batch(count)],
      ...variants.map((variant): [string, () => Promise<Measured>] => [
        `Crawlee, ${variant}`,
        () => measureCrawlee(variant, site.fresh, count),
      ]),
    ]
    const all: Record<string, Measured[]> = Object.fromEntries(contenders.map(([name]) => [name, []]))
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [name, measure] of contenders) all[name]!.push(await measure())
    report(all, count, Number(values.rounds))
  })
}

async function measureCrawlee(
  variant: CrawleeVariant,
  addresses: (pages: number) => string[],
  count: number,
): Promise<Measured> {
  using crawlee = startCrawlee(variant)
  await crawlee.run({ urls: addresses(Math.ceil(count / 5)) })
  const { pages, seconds, cpuMs } = await crawlee.run({ urls: addresses(count) })
  if (pages < count * 0.99) throw new Error(`${variant}: ${pages} of ${count} pages`)
  return { pagesPerMinute: (count / seconds) * 60, cpu: { Crawlee: cpuMs / count } }
}

function report(all: Record<string, Measured[]>, count: number, rounds: number): void {
  const over = (all: Measured[], read: (one: Measured) => number) => median(all.map(read))
  console.log(`${describeMachine()}; medians of ${rounds} rounds of ${count} pages\n`)
  const total = ({ cpu }: Measured) => sum(Object.values(cpu))
  console.log(
    table(
      ['what', 'pages/min', 'batch over it', 'CPU ms/page'],
      Object.entries(all).map(([name, rounds]) => [
        name,
        short(over(rounds, (one) => one.pagesPerMinute)),
        short(median(rounds.map((one, index) => all[BATCH]![index]!.pagesPerMinute / one.pagesPerMinute))),
        short(over(rounds, total)),
      ]),
    ),
  )
  const batch = all[BATCH]!
  console.log(
    table(
      ['process', 'CPU ms/page'],
      Object.keys(batch[0]!.cpu).map((name) => [name, short(over(batch, (one) => one.cpu[name] ?? 0))]),
    ),
  )
}

await main()
