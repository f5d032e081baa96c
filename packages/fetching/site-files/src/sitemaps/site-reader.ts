import type { Egress } from '@gleaner/egress'
import { createProxyDispatchers, DEFAULT_USER_AGENT } from '@gleaner/http-tiers/curl'
import { productTokenOf } from '../robots/index.ts'
import type { Network, SiteAccess } from './fetch/open-file.ts'
import { type PageAnswer, readPage } from './fetch/read-page.ts'
import { type RobotsResult, readRobots } from './fetch/read-robots.ts'
import { readSitemaps, type SitemapReading } from './walk/read-sitemaps.ts'
import type { SitemapOptions } from './walk/sitemap-options.ts'

/** Asks sites for what they say of themselves, as tier 1 asks for their pages. */
export interface SiteReader {
  /** By these names groups of a robots.txt, and pages, speak to us. */
  readonly productTokens: readonly string[]
  /** The robots.txt of the origin that `siteUrl` has. Throws nothing for what a target does. */
  readRobots(siteUrl: string, access: SiteAccess): Promise<RobotsResult>
  /** The addresses that the site of `siteUrl` announces; `siteUrl` decides about the host. */
  readSitemaps(siteUrl: string, options: SitemapOptions): SitemapReading
  /** A page of the site; undefined when it gives no answer. Throws nothing for what a target does. */
  readPage(url: string, access: SiteAccess): Promise<PageAnswer | undefined>
  close(): Promise<void>
}

export interface SiteReaderOptions {
  egress: Egress
  /** CURL_USER_AGENT: who tier 1 says that it is. */
  userAgent?: string | undefined
}

export function createSiteReader({ egress, userAgent = DEFAULT_USER_AGENT }: SiteReaderOptions): SiteReader {
  const network: Network = {
    egress,
    userAgent,
    direct: egress.dispatcher(),
    proxied: createProxyDispatchers(egress),
  }
  const productTokens = [productTokenOf(userAgent)]
  return {
    productTokens,
    readRobots: (siteUrl, access) => readRobots(network, new URL(siteUrl).origin, access, productTokens),
    readSitemaps: (siteUrl, options) => readSitemaps(network, siteUrl, options),
    readPage: (url, access) => readPage(network, url, access),
    async close() {
      await Promise.all([network.direct.destroy(), network.proxied.close()])
    },
  }
}
