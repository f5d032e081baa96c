export const CRAWLEE_VARIANTS = ['cheerio', 'cheerio + turndown'] as const
/** What Crawlee makes of a page beside its links: its title, or its Markdown. */
export type CrawleeVariant = (typeof CRAWLEE_VARIANTS)[number]
