import { createCrawlDriver, createDiscoveries } from '@gleaner/crawl'
import { createSiteReader } from '@gleaner/sitemaps'
import type { CrawlerContext, CrawlerPart } from './context.ts'

/** Drives crawls, and looks at the sites of new ones. */
export function openCrawls({ config, deps, jobs, egress }: CrawlerContext): CrawlerPart {
  const site = createSiteReader({ egress, userAgent: config.CURL_USER_AGENT })
  const ctx = { jobs, logger: deps.logger, site }
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
