import type { SiteAccess } from '../fetch/open-file.ts'

export interface SitemapOptions extends SiteAccess {
  /** What the site's robots.txt names (`RobotsPolicy.sitemaps`). */
  named?: readonly string[] | undefined
  /** The caller's word on where the sitemap lies: a path or an address. When it gives pages, no other sitemap is asked for. */
  sitemapPath?: string | undefined
  /** Addresses of the site's feeds; the first five are read, after the sitemaps. */
  feeds?: readonly string[] | undefined
  /** Only the feeds are read. */
  skipSitemaps?: boolean | undefined
  includeSubdomains?: boolean | undefined
  /** Most addresses that are handed over. Default: no limit but those of files. */
  maxEntries?: number | undefined
  maxFiles?: number | undefined
  /** Least time between the starts of two requests, in milliseconds. Default 0. */
  gapMs?: number | undefined
  /** Awaited before each file in its place, where others ask the site as well. */
  keepGap?: (() => Promise<void>) | undefined
}
