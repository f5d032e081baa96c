import type { Service, ServiceDeps } from '@gleaner/runtime'
import type { Config } from './config.ts'
import { type CrawlerContext, type CrawlerPart, openCrawler } from './context.ts'
import { openCrawls } from './crawls.ts'
import { openMaps } from './maps.ts'

export { config } from './config.ts'

/** Each kind of work; several processes of this service share it. */
const PARTS: readonly ((ctx: CrawlerContext) => CrawlerPart)[] = [openCrawls, openMaps]

/** Reads whole sites: which addresses they have, and which of them come next. Their pages are fetched by the tiers. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const ctx = openCrawler(config, deps)
  const parts = PARTS.map((open) => open(ctx))
  return {
    name: 'crawler',
    checks: ctx.checks,
    report: ctx.report,
    async start() {
      await ctx.start()
      for (const part of parts) await part.start()
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
      await ctx.close()
    },
  }
}
