import { type Queryable, transaction } from '@gleaner/db'
import type { RobotsRules } from '@gleaner/robots'
import { type CrawlRow, lockCrawl } from '../crawl-row.ts'
import type { DriverContext, SiteAddresses } from './context.ts'
import { createGathering, hostOf } from './gather.ts'
import { type CrawlMemory, noteRobots, recall } from './memory.ts'
import { putIntoFrontier } from './put-into-frontier.ts'
import { saveCrawl } from './save.ts'

/** A crawl whose site is to be looked at before, and while, its pages are scraped. */
export interface Discovery {
  id: string
  url: string
  test: boolean
  respectRobots: boolean
  sitemap: 'include' | 'skip' | 'only'
  sitemapPath: string | null
  maxDepth: number
}

/** Of all of a site's sitemaps and feeds together. */
const FILES_DEADLINE_MS = 10 * 60_000
/** Sitemaps and feeds that a crawl tells of. */
const FILES_TOLD = 100

/**
 * Looks at the site of a crawl: robots.txt first, then the start page goes into the frontier, and beside its scraping the sitemaps and feeds are read.
 * May be repeated from the beginning: what stands in the frontier is not put into it again. `onChange` is called when the driver has
 * something to do by it.
 */
export async function discover(
  ctx: DriverContext,
  { id, url, test, respectRobots, sitemap, sitemapPath, maxDepth }: Discovery,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  const readsSitemaps = sitemap !== 'skip' && !test && maxDepth > 0
  const rules = (respectRobots || readsSitemaps) && !test ? await ctx.site.robots(url, signal) : undefined
  const change = (make: Change) => changeCrawl(ctx, id, make).then(onChange)

  await change((sql, crawl, memory) => enterStart(sql, crawl, memory, respectRobots ? rules : undefined))
  if (readsSitemaps) {
    const request = { url, sitemapPath: sitemapPath ?? undefined, sitemaps: rules?.sitemaps ?? [] }
    const late = AbortSignal.timeout(FILES_DEADLINE_MS)
    try {
      for await (const portion of ctx.site.addresses(request, AbortSignal.any([signal, late])))
        await change((sql, crawl, memory) => enterAddresses(sql, crawl, memory, portion))
    } catch (error) {
      // What was read by then serves.
      if (!late.aborted || signal.aborted) throw error
    }
  }
  await change(async (_sql, crawl) => {
    crawl.phase = 'running'
  })
}

type Change = (sql: Queryable, crawl: CrawlRow, memory: CrawlMemory) => Promise<void>

async function changeCrawl({ jobs }: DriverContext, id: string, make: Change): Promise<void> {
  await transaction(jobs.pool, async (sql) => {
    const crawl = await lockCrawl(sql, id, true)
    if (crawl?.phase !== 'discovering') throw new DiscoveryOver()
    const memory = await recall(sql, crawl)
    await make(sql, crawl, memory)
    await saveCrawl(sql, crawl, memory)
  })
}

/** The crawl has ended, or somebody else has looked at its site. */
export class DiscoveryOver extends Error {
  override readonly name = 'DiscoveryOver'
}

async function enterStart(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  rules: RobotsRules | undefined,
): Promise<void> {
  if (rules) noteRobots(memory, hostOf(crawl.url), rules)
  // Nothing of the crawl is under way yet.
  if (crawl.discovered === 0) crawl.delayMs = Math.max(crawl.delayMs, memory.site.crawl_delay_ms ?? 0)
  const gathering = createGathering(crawl, memory)
  gathering.add(crawl.options.scrape.url, 0, 'start')
  if (gathering.pages.length === 0) {
    memory.site.start_disallowed = true
    memory.isSiteChanged = true
  }
  await putIntoFrontier(sql, crawl, gathering.pages)
}

async function enterAddresses(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  { file, source, urls, error }: SiteAddresses,
): Promise<void> {
  const gathering = createGathering(crawl, memory)
  for (const url of urls) gathering.add(url, 1, source)
  await putIntoFrontier(sql, crawl, gathering.pages)
  memory.site.sitemaps = withFile(memory.site.sitemaps ?? [], {
    url: file,
    urls: urls.length,
    ...(error && { error }),
  })
  memory.isSiteChanged = true
}

type ToldFile = NonNullable<CrawlMemory['site']['sitemaps']>[number]

function withFile(told: readonly ToldFile[], file: ToldFile): ToldFile[] {
  const before = told.find(({ url }) => url === file.url)
  if (before)
    return told.map((one) => (one === before ? { ...one, ...file, urls: one.urls + file.urls } : one))
  return told.length < FILES_TOLD ? [...told, file] : [...told]
}
