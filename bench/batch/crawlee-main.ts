import { parseArgs } from 'node:util'
import { CheerioCrawler, Configuration, HttpCrawler } from '@crawlee/cheerio'
// @ts-expect-error The types are a package of their own that only benches would need.
import TurndownService from 'turndown'

/** What is made of a page: its bytes, its tree, or its tree and Markdown. */
export type CrawleeVariant = 'http' | 'cheerio' | 'cheerio + turndown'

export interface CrawleeResult {
  seconds: number
  cpuMs: number
}

/** Crawlee starts with one page at a time and finds out how many the machine bears: this is where it arrives, at once. */
const CONCURRENCY = { minConcurrency: 20, maxConcurrency: 50 }

/** Crawls `--count` pages of `--site`, after a tenth of them to warm up, and sends its parent what that took. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { site: { type: 'string' }, count: { type: 'string' }, variant: { type: 'string' } },
  })
  const count = Number(values.count)
  const urls = (mark: string, pages: number) =>
    Array.from({ length: pages }, (_, index) => `${values.site}/${index}?${mark}`)
  const variant = values.variant as CrawleeVariant
  await crawl(variant, urls('warm', Math.ceil(count / 5)))
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await crawl(variant, urls('run', count))
  const { user, system } = process.cpuUsage(before)
  const result: CrawleeResult = {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuMs: (user + system) / 1_000,
  }
  process.send!(result, () => process.exit())
}

async function crawl(variant: CrawleeVariant, urls: string[]): Promise<void> {
  let delivered = 0
  const turndown = new TurndownService()
  const options = { ...CONCURRENCY, maxRequestRetries: 0 }
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
            requestHandler: async ({ $ }) => {
              const text =
                variant === 'cheerio' ? $('title').text() : turndown.turndown($('body').html() ?? '')
              if (text.length > 0) delivered += 1
            },
          },
          nothingStored,
        )
  crawler.log.setLevel(1)
  await crawler.run(urls)
  if (delivered < urls.length * 0.99) throw new Error(`${delivered} of ${urls.length} pages`)
}

await main()
