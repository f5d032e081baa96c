import { createMapWorker } from '@gleaner/maps'
import type { CrawlerContext, CrawlerPart } from './context.ts'

/** Makes the maps that callers wait for. */
export function openMaps({ config, deps, egress, jobs, redis }: CrawlerContext): CrawlerPart {
  return createMapWorker({
    redisUrl: config.REDIS_URL,
    redis,
    maps: jobs,
    egress,
    userAgent: config.CURL_USER_AGENT,
    logger: deps.logger,
    metrics: deps.metrics,
  })
}
