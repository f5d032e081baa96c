import type { ScrapeResult } from '@gleaner/contracts'

/** Names of what a page says of itself: theirs, and ours. */
const NAMES: Readonly<Record<string, string>> = {
  description: 'description',
  language: 'language',
  robots: 'robots',
  favicon: 'favicon',
  author: 'author',
  publishedTime: 'published_at',
  modifiedTime: 'modified_at',
  canonicalUrl: 'canonical_url',
  ogImage: 'image',
  ogSiteName: 'site_name',
  ogType: 'type',
}

/** Tiers that meet sites as a browser would. */
const STEALTHY: ReadonlySet<string> = new Set(['3', '3.5', '4', '5'])

/** What a document says of the page, and of the way that it came. Times in milliseconds. */
export function metadataOf(result: ScrapeResult): Record<string, unknown> {
  const { metadata, headers, billing } = result
  const page = Object.entries(NAMES).flatMap(([name, ours]) =>
    metadata[ours] === undefined ? [] : [[name, metadata[ours]] as const],
  )
  const { keywords, pages } = metadata
  return {
    ...(result.title !== undefined && { title: result.title, ogTitle: result.title }),
    ...Object.fromEntries(page),
    ...(metadata.description !== undefined && { ogDescription: metadata.description }),
    ...(keywords !== undefined && { keywords: Array.isArray(keywords) ? keywords.join(', ') : keywords }),
    ...(typeof pages === 'number' && { numPages: pages, totalPages: pages }),
    scrapeId: result.job_id,
    sourceURL: result.url,
    url: result.final_url,
    statusCode: result.status_code,
    contentType: headers['content-type'] ?? null,
    proxyUsed: STEALTHY.has(billing.tier_used) ? 'stealth' : 'basic',
    cacheState: result.cached ? 'hit' : 'miss',
    ...(result.cached_at !== undefined && { cachedAt: result.cached_at }),
    creditsUsed: billing.total_credits,
    concurrencyLimited: false,
  }
}
