import type { RobotsResult, SitemapOptions, SitemapReading } from '@gleaner/site-files/sitemaps'

/** What a map asks of a site, over the network or of the sample site. None of these throws for what a site does. */
export interface SiteAccess {
  /** The robots.txt of the origin that the address has. */
  robots(siteUrl: string, signal: AbortSignal): Promise<SiteRobots>
  /** A page, by plain requests. */
  page(url: string, signal: AbortSignal): Promise<PageAnswer>
  /** The addresses that sitemaps name, as they are read. */
  sitemaps(siteUrl: string, options: SitemapOptions): SitemapReading
}

export type SiteRobots = Pick<RobotsResult, 'state' | 'policy' | 'detail'>

export type PageAnswer =
  | { kind: 'page'; finalUrl: string; status: number; contentType: string | undefined; body: Uint8Array }
  /** Why there is none, for the caller. */
  | { kind: 'none'; detail: string }
