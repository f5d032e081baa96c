import type { JobsContext } from '@gleaner/jobs'
import type { RobotsRules } from '@gleaner/robots'
import type { Logger } from '@gleaner/runtime'

/** What a driver works with. */
export interface DriverContext {
  jobs: Pick<JobsContext, 'pool' | 'pubSub' | 'secretBox'>
  logger: Logger
  site: SiteReader
}

/** Reads what lies beside the pages of a site, through the egress guard: `SiteReader` of packages/sitemaps. */
export interface SiteReader {
  readRobots(siteUrl: string, access: SiteAccess): Promise<{ policy: RobotsRules }>
  readSitemaps(siteUrl: string, options: SitemapOptions): SitemapReading
}

interface SiteAccess {
  signal: AbortSignal
  login?: { origin: string; authorization: string } | undefined
}

interface SitemapOptions extends SiteAccess {
  named?: readonly string[] | undefined
  sitemapPath?: string | undefined
  feeds?: readonly string[] | undefined
  includeSubdomains?: boolean | undefined
  gapMs?: number | undefined
}

/** The files' notes are whole when the addresses have ended. */
interface SitemapReading {
  batches: AsyncIterable<{ url: string; source: 'sitemap' | 'feed' }[]>
  report: { files: { url: string; entries: number; problem?: { detail: string } | undefined }[] }
}
