import { createScope } from '@gleaner/crawl/urls/index'
import { readQuery } from '../rank/query.ts'
import { type Collection, createCollection } from './collect.ts'
import { addStartLinks, followLinks } from './follow-links.ts'
import { readMetadata } from './read-metadata.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { readStart, type StartPage } from './read-start.ts'
import type { SiteAccess } from './site-access.ts'
import type { SiteQuestion } from './site-question.ts'
import { createWarnings } from './warnings.ts'

/** What is known of a site after it was read. */
export interface ReadSite {
  collection: Collection
  sitemapFound: boolean
  robots: { exists: boolean; disallowedPaths: readonly string[] }
  warnings: string[]
  /** Nothing of the site could be read: why. */
  failure?: string | undefined
}

/** Pages whose links are looked at count as read so far: their addresses have this depth at most. */
const DEEPEST = 10

/**
 * Finds out which addresses a site has: robots.txt first, the start page, sitemaps, then links as deep as is asked for. When `signal`
 * aborts what was found by then counts, and a warning says so. Throws for our own faults only.
 */
export async function readSite(
  access: SiteAccess,
  question: SiteQuestion,
  signal: AbortSignal,
): Promise<ReadSite> {
  const warnings = createWarnings()
  const start = await readStart(access, question, warnings, signal)
  const collection = collect(question, start)
  addStart(collection, question, start)

  const reading = { start, collection, warnings, signal }
  if (question.sitemap !== 'only' && question.max_depth !== 0) await addStartLinks(reading)
  const sitemapFound = question.sitemap !== 'skip' && (await readSitemaps(access, question, start, reading))
  const depth = question.max_depth ?? (sitemapFound ? 1 : 2)
  if (question.sitemap !== 'only' && depth > 1)
    await followLinks(access, { ...reading, depth, most: question.max_pages })
  if (question.include_metadata) await readMetadata(access, reading)

  if (signal.aborted) warnings.add('The time was over before everything was read: addresses may be missing.')
  warnings.addLeftOut(collection.leftOut, question)
  return {
    collection,
    sitemapFound,
    robots: { exists: start.robots.state === 'found', disallowedPaths: start.robots.policy.disallowedPaths },
    warnings: warnings.list(),
    failure:
      sitemapFound || (start.page && question.sitemap !== 'only') ? undefined : (start.problem ?? NO_SITEMAP),
  }
}

const NO_SITEMAP = 'It has no sitemap.'

function collect(question: SiteQuestion, start: StartPage): Collection {
  const { include_patterns, exclude_patterns, include_subdomains, search, max_pages } = question
  const scope = createScope({
    url: question.url,
    startedAt: start.url,
    maxDepth: DEEPEST,
    includeSubdomains: include_subdomains,
    includePatterns: include_patterns,
    excludePatterns: exclude_patterns,
  })
  const query = search?.trim() ? readQuery(search) : undefined
  return createCollection({
    scope,
    isAllowed: start.isAllowed,
    query: query && query.size > 0 ? query : undefined,
    startHost: new URL(start.url).host,
    most: max_pages,
  })
}

function addStart(collection: Collection, question: SiteQuestion, { url, page, links }: StartPage): void {
  if (!page || question.sitemap === 'only') return
  collection.add({ url, source: 'link', depth: 0, title: links.title, description: links.description })
}
