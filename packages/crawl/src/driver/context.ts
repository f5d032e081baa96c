import type { JobsContext } from '@gleaner/jobs'
import type { RobotsRules } from '@gleaner/robots'
import type { Logger } from '@gleaner/runtime'

/** What a driver works with. */
export interface DriverContext {
  jobs: Pick<JobsContext, 'pool' | 'pubSub' | 'secretBox'>
  logger: Logger
  site: SiteReader
}

/** Reads what lies beside the pages of a site, through the egress guard. Every call has a deadline of its own. */
export interface SiteReader {
  /** What the robots.txt of a page's host says to us; throws only when `signal` aborts. */
  robots(pageUrl: string, signal: AbortSignal): Promise<RobotsRules>
  /** The addresses that the sitemaps and feeds of a site name, in portions; throws only when `signal` aborts. */
  addresses(request: AddressesRequest, signal: AbortSignal): AsyncIterable<SiteAddresses>
}

export interface AddressesRequest {
  /** The start page. */
  url: string
  /** As the caller named it. */
  sitemapPath: string | undefined
  /** What robots.txt names. */
  sitemaps: readonly string[]
}

/** One portion: what a file names, or a part of that. */
export interface SiteAddresses {
  /** The sitemap or feed. */
  file: string
  source: 'sitemap' | 'feed'
  urls: readonly string[]
  /** Why it was not read to its end, in words. */
  error?: string | undefined
}
