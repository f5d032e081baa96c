import { parseArgs } from 'node:util'
import { CheerioCrawler, Configuration } from '@crawlee/cheerio'
// @ts-expect-error The types are a package of their own that only benches would need.
import TurndownService from 'turndown'
import type { CrawleeVariant } from './crawlee-variants.ts'

export interface CrawleeResult {
  pages: number
  seconds: number
  cpuMs: number
}

/** As in the bench of batches: where it arrives by itself, at once. */
const CONCURRENCY = { minConcurrency: 20, maxConcurrency: 50 }

/** Crawls `--url` up to `--pages` pages, after a fifth of them to warm up, each time as its parent says; sends what that took. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, pages: { type: 'string' }, variant: { type: 'string' } },
  })
  const crawl = (pages: number) => run(values.variant as CrawleeVariant, values.url!, pages)
  await crawl(Math.min(1_000, Math.ceil(Number(values.pages) / 5)))
  process.once('message', async () => {
    const [before, startedAt] = [process.cpuUsage(), performance.now()]
    const pages = await crawl(Number(values.pages))
    const { user, system } = process.cpuUsage(before)
    const result: CrawleeResult = {
      pages,
      seconds: (performance.now() - startedAt) / 1_000,
      cpuMs: (user + system) / 1_000,
    }
    process.send!(result, () => process.exit())
  })
  process.send!('warm')
}

async function run(variant: CrawleeVariant, url: string, pages: number): Promise<number> {
  let delivered = 0
  const turndown = new TurndownService()
  const crawler = new CheerioCrawler(
    {
      ...CONCURRENCY,
      maxRequestRetries: 0,
      maxRequestsPerCrawl: pages,
      async requestHandler({ $, enqueueLinks }) {
        await enqueueLinks({ strategy: 'same-hostname' })
        const text = variant === 'cheerio' ? $('title').text() : turndown.turndown($('body').html() ?? '')
        if (text.length > 0) delivered += 1
      },
    },
    new Configuration({ persistStorage: false }),
  )
  crawler.log.setLevel(1)
  await crawler.run([url])
  await crawler.teardown()
  return delivered
}

await main()
