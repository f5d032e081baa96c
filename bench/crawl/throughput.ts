import { parseArgs } from 'node:util'
import { openKey } from '../lib/account.ts'
import { describeMachine } from '../lib/machine.ts'
import { mixtureFolder } from '../lib/mixture/mixture-site.ts'
import { sumOf } from '../lib/peak-memory.ts'
import { withStack } from '../lib/stack.ts'
import { median, sum } from '../lib/statistics.ts'
import { megabytes, short, table } from '../lib/table.ts'
import type { Crawled } from './crawled.ts'
import { measureGleaner } from './measure-gleaner.ts'
import { measureCrawlee, measureCrw } from './measure-peers.ts'
import { type Site, startSite } from './site.ts'
import type { TargetCounts } from './site-main.ts'

const CRAWL = 'a crawl'
const CRAWLEE_VARIANTS = ['cheerio', 'cheerio + turndown'] as const

/** A crawl, and what the site has seen of it. */
interface Round {
  crawled: Crawled
  target: TargetCounts
}

type Contender = (maxPages: number) => Promise<Crawled>

/**
 * `node bench/crawl/throughput.ts <mixture>`: a crawl with Markdown through the whole fleet, from the request to its end, and in turns with it Crawlee's CheerioCrawler with `enqueueLinks` and
 * fastCRW on the same site: pages a minute, CPU a page, peak memory, and what the site has counted. The site has a fifth more pages of the mixture than
 * `--pages`, which is max_pages, so that the limit is what ends it; `--all`: no more than that. `--alone`: without the peers. `--home <folder>`
 * uses a running stack, which must be allowed to reach 127.0.0.0/8.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      pages: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      all: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
    },
  })
  const pages = Number(values.pages)
  const folder = mixtureFolder(positionals[0])
  using site = await startSite(values.all ? pages : Math.ceil(pages * 1.2), folder)
  await withStack({ home: values.home, env: { EGRESS_ALLOW: '127.0.0.0/8' } }, async ({ info }) => {
    const fleet = await info()
    const key = await openKey(fleet)
    const ours: Contender = (most) => measureGleaner(fleet, key, site.url, most)
    const contenders: Record<string, Contender> = {
      [CRAWL]: ours,
      ...(!values.alone && peersOf(site)),
    }
    await ours(Math.min(1_000, Math.ceil(pages / 2)))
    const rounds: Record<string, Round[]> = {}
    for (let round = 0; round < Number(values.rounds); round++)
      for (const [name, contender] of Object.entries(contenders)) {
        site.forget()
        const crawled = await contender(pages)
        const one = { crawled, target: await site.counts() }
        rounds[name] = [...(rounds[name] ?? []), one]
      }
    report(rounds, pages)
  })
}

function peersOf(site: Site): Record<string, Contender> {
  const crawlee = CRAWLEE_VARIANTS.map((variant): [string, Contender] => [
    `Crawlee, ${variant}`,
    (pages) => measureCrawlee(variant, site, pages),
  ])
  return { ...Object.fromEntries(crawlee), fastCRW: (pages) => measureCrw(site, pages) }
}

function report(all: Record<string, Round[]>, maxPages: number): void {
  const rounds = all[CRAWL]!.length
  console.log(`${describeMachine()}; medians of ${rounds} rounds, max_pages ${maxPages}\n`)
  console.log(
    table(
      [
        'what',
        'pages/min',
        'a crawl over it',
        'CPU ms/page',
        'peak MB',
        'delivered',
        'asked for',
        'twice',
        'beyond',
      ],
      Object.entries(all).map(([name, each]) => [
        name,
        short(median(each.map(perMinute))),
        short(median(each.map((one, round) => perMinute(all[CRAWL]![round]!) / perMinute(one)))),
        short(median(each.map(({ crawled }) => sum(Object.values(crawled.cpuMs)) / crawled.pages))),
        megabytes(median(each.map(({ crawled }) => sumOf(crawled.peak, 'pssBytes')))),
        ...[
          each.map(({ crawled }) => crawled.pages),
          each.map(({ target }) => target.distinct),
          each.map(({ target }) => target.again),
          each.map(({ target }) => Math.max(0, target.distinct - maxPages)),
        ].map((counts) => [...new Set(counts)].join(', ')),
      ]),
    ),
  )
  const last = all[CRAWL]!.at(-1)!.crawled
  console.log('\nA crawl by process, last round; MB at the moment when all together held most.\n')
  console.log(
    table(
      ['process', 'CPU ms/page', 'MB'],
      Object.entries(last.cpuMs).map(([name, ms]) => [
        name,
        short(ms / last.pages),
        megabytes(last.peak[name]?.pssBytes ?? 0),
      ]),
    ),
  )
}

const perMinute = ({ crawled }: Round) => (crawled.pages / crawled.seconds) * 60

await main()
