import type { Network } from '../fetch/open-file.ts'
import type { SitemapEntry } from './entry.ts'
import { createFileWalk } from './file-walk.ts'
import { emptyReport, type SitemapReport } from './report.ts'
import type { SitemapOptions } from './sitemap-options.ts'

export interface SitemapReading {
  /**
   * As the files arrive; to be read once, an address may come more than once. Leaving the loop ends the request that is
   * open. Throws the reason of `signal` when that aborts, and nothing for what a target does.
   */
  batches: AsyncIterable<SitemapEntry[]>
  /** Whole when `batches` has ended. */
  report: SitemapReport
}

/** Where sitemaps lie that nobody names. */
const GUESSES = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz', '/sitemap.txt']
const MAX_FEEDS = 5

/**
 * All addresses that a site announces. Asked for are, one after the other: the caller's path; what robots.txt names; where
 * that gave nothing, the usual names up to the first that is a sitemap; feeds. One request is open at a time.
 */
export function readSitemaps(network: Network, siteUrl: string, options: SitemapOptions): SitemapReading {
  const report = emptyReport()
  return { batches: walkSite(network, new URL(siteUrl), options, report), report }
}

async function* walkSite(
  network: Network,
  site: URL,
  options: SitemapOptions,
  report: SitemapReport,
): AsyncGenerator<SitemapEntry[]> {
  const { sitemapPath, named = [], feeds = [], skipSitemaps } = options
  const walk = createFileWalk(network, site, options, report)
  if (skipSitemaps) return yield* walk(feeds.slice(0, MAX_FEEDS), { areFeeds: true })

  if (sitemapPath !== undefined) yield* walk([sitemapPath])
  if (report.entries === 0) yield* walk(named)
  for (const path of GUESSES) {
    // A site that let one of them run out of time would do so with the next.
    const isSlow = report.files.at(-1)?.problem?.code === 'timeout'
    if (report.entries > 0 || report.found || isSlow) break
    yield* walk([path], { areGuesses: true })
  }
  yield* walk(feeds.slice(0, MAX_FEEDS), { areFeeds: true })
}
