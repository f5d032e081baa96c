import { createCrawlDriver, createDiscoveries, openCrawlPlaces } from '@gleaner/crawl'
import { createExtractPool } from '@gleaner/extract'
import { createFairSemaphore } from '@gleaner/queue'
import { createSiteReader } from '@gleaner/site-files/sitemaps'
import type { CrawlerContext, CrawlerPart } from './context.ts'

/** A few pages of sites that seem to have no end; the thread starts when there is one, and ends without. */
const READING = { threads: 1, memoryMb: 256, cpuMs: 2_000 }

/** Drives crawls, and looks at the sites of new ones. */
export function openCrawls({ config, deps, jobs, redis, egress }: CrawlerContext): CrawlerPart {
  const site = createSiteReader({ egress, userAgent: config.CURL_USER_AGENT })
  const lines = createFairSemaphore(redis, { worker: jobs.instanceId, brings: {}, defaultPermits: 1 })
  const pages = createExtractPool(READING)
  const { logger, metrics } = deps
  const ctx = { jobs, logger, metrics, site, lines, pages, places: openCrawlPlaces() }
  const parts = [createDiscoveries(ctx), createCrawlDriver(ctx)]
  return {
    async start() {
      for (const part of parts) await part.start()
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
      await Promise.all([site.close(), pages.close()])
    },
  }
}
