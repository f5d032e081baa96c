import { createCrawlDriver, createDiscoveries } from '@gleaner/crawl'
import { createFairSemaphore } from '@gleaner/queue'
import { createSiteReader } from '@gleaner/sitemaps'
import type { CrawlerContext, CrawlerPart } from './context.ts'

/** Drives crawls, and looks at the sites of new ones. */
export function openCrawls({ config, deps, jobs, redis, egress }: CrawlerContext): CrawlerPart {
  const site = createSiteReader({ egress, userAgent: config.CURL_USER_AGENT })
  const lines = createFairSemaphore(redis, { worker: jobs.instanceId, brings: {}, defaultPermits: 1 })
  const ctx = { jobs, logger: deps.logger, site, lines }
  const parts = [createDiscoveries(ctx), createCrawlDriver(ctx)]
  return {
    async start() {
      for (const part of parts) await part.start()
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
      await site.close()
    },
  }
}
