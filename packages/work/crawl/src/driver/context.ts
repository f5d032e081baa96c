import type { ExtractPool } from '@gleaner/extract'
import type { JobsContext } from '@gleaner/jobs'
import type { FairSemaphore } from '@gleaner/queue'
import type { Logger, Metrics } from '@gleaner/runtime'
import type { SiteReader } from '@gleaner/site-files/sitemaps'
import type { CrawlPlaces } from './crawl-places.ts'

/** What a driver works with. */
export interface DriverContext {
  jobs: Pick<JobsContext, 'pool' | 'pubSub' | 'secretBox' | 'logger'>
  logger: Logger
  metrics: Metrics
  site: CrawlSite
  lines: Pick<FairSemaphore, 'reserve'>
  places: CrawlPlaces
  /** Reads pages that no tier has fetched. */
  pages: Pick<ExtractPool, 'extractJson'>
}

/** Reads what lies beside the pages of a site, through the egress guard. */
export type CrawlSite = Pick<SiteReader, 'readRobots' | 'readSitemaps' | 'readPage'>
