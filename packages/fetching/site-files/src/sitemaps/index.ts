/**
 * What a site announces of itself: `createSiteReader(...).readRobots(site)` and `.readSitemaps(site)`, which reads
 * sitemaps, index files, text sitemaps and feeds as a stream of addresses, whatever the site sends.
 *
 * `fetch/` asks for files through the egress guard and undoes their compression, `read/` finds the items of a file in a
 * stream of bytes, `walk/` goes from file to file.
 */

export type { SiteAccess } from './fetch/open-file.ts'
export type { PageAnswer } from './fetch/read-page.ts'
export type { RobotsResult } from './fetch/read-robots.ts'
export type { ProblemCode } from './problem.ts'
export { readEntries } from './read/read-entries.ts'
export { createSiteReader, type SiteReader, type SiteReaderOptions } from './site-reader.ts'
export type { SitemapEntry } from './walk/entry.ts'
export type { SitemapReading } from './walk/read-sitemaps.ts'
export type { FileReport, SitemapReport } from './walk/report.ts'
export type { SitemapOptions } from './walk/sitemap-options.ts'
export { type Scope, scopeOf } from './walk/sitemap-scope.ts'
