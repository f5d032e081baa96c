import { CheerioCrawler, Configuration, HttpCrawler } from '@crawlee/cheerio'
// @ts-expect-error The types are a package of their own that only benches would need.
import TurndownService from 'turndown'
import type { CrawleeResult, CrawleeTask, CrawleeVariant } from './crawlee.ts'

/** Crawlee starts with one page at a time and finds out how many the machine bears: this is where it arrives, at once. */
const CONCURRENCY = { minConcurrency: 20, maxConcurrency: 50 }

const variant = process.argv[2] as CrawleeVariant
process.once('disconnect', () => process.exit())
process.on('message', async (task: CrawleeTask) => {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  const pages = await crawl(task)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedAt) / 1_000
  process.send!({ pages, seconds, cpuMs: (user + system) / 1_000 } satisfies CrawleeResult)
})

async function crawl({ urls, maxPages }: CrawleeTask): Promise<number> {
  let delivered = 0
  const turndown = new TurndownService()
  const options = {
    ...CONCURRENCY,
    maxRequestRetries: 0,
    ...(maxPages !== undefined && { maxRequestsPerCrawl: maxPages }),
  }
  const nothingStored = new Configuration({ persistStorage: false })
  const crawler =
    variant === 'http'
      ? new HttpCrawler(
          {
            ...options,
            requestHandler: async ({ body }) => {
              if (body.length > 0) delivered += 1
            },
          },
          nothingStored,
        )
      : new CheerioCrawler(
          {
            ...options,
            async requestHandler({ $, enqueueLinks }) {
              if (maxPages !== undefined) await enqueueLinks({ strategy: 'same-hostname' })
              const made =
                variant === 'cheerio' ? $('title').text() : turndown.turndown($('body').html() ?? '')
              // A real page may have no title, and a page of frames no text.
              if (typeof made === 'string') delivered += 1
            },
          },
          nothingStored,
        )
  crawler.log.setLevel(1)
  await crawler.run(urls)
  await crawler.teardown()
  return delivered
}
