import type { ScrapeSpec } from '@gleaner/jobs'

/** What `crawl.options` holds: the checked request but for what has a column of its own. */
export interface CrawlOptions {
  max_depth: number
  /** Globs on the path. */
  include_patterns: readonly string[]
  exclude_patterns: readonly string[]
  sitemap: 'include' | 'skip' | 'only'
  /** A path or an address, where the sitemap does not lie where sitemaps lie. */
  sitemap_path?: string | undefined
  include_subdomains: boolean
  respect_robots: boolean
  /** Its webhook address is told of each page, too. */
  webhook_pages?: boolean | undefined
  /** The scrape that every page is made with; its `url` is the start page's. What of it is secret is in `crawl.secrets` (ScrapeSecrets). */
  scrape: ScrapeSpec
}
