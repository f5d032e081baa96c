import type { Queryable } from '@gleaner/db'
import { createRobotsPolicy, type RobotsPolicy, type RobotsRules } from '@gleaner/site-files/robots'
import type { CrawlRow } from '../crawl-row.ts'
import type { SiteNotes } from '../site-notes.ts'
import { createTrapGuard, type TrapGuard, type TrapState } from '../traps/index.ts'
import { createScope, type Scope } from '../urls/index.ts'
import { createHints, type Hints } from './hints.ts'

/** So many addresses of a crawl are remembered: a few megabytes, whatever the size of the site. */
const REMEMBERED = 40_000
const MAX_FEEDS = 5

/**
 * What a process remembers of a crawl between two steps. All of it follows from the crawl's row, or is a hint that saves a question to
 * Postgres.
 */
export interface CrawlMemory {
  /** Of the row when this was true. */
  version: number
  site: SiteNotes
  /** The row does not have the notes as they are here. */
  isSiteChanged: boolean
  scope: Scope
  robots: Map<string, RobotsPolicy>
  traps: TrapGuard
  /** The row does not have what the guard knows. */
  isTrapsChanged: boolean
  /** Addresses that stand in the frontier, with the depth that they were found at. */
  known: Hints
  /** Addresses that were counted as left out. */
  left: Hints
}

/** Reads what there is to remember, which may be large: `site` is not read with the row. */
export async function recall(sql: Queryable, crawl: CrawlRow): Promise<CrawlMemory> {
  const { rows } = await sql.query<{ site: SiteNotes; traps: Partial<TrapState> }>({
    name: 'read-crawl-site',
    text: 'SELECT site, traps FROM crawl WHERE id = $1',
    values: [crawl.id],
  })
  const { site, traps } = rows[0]!
  return {
    version: crawl.version,
    site,
    isSiteChanged: false,
    scope: scopeOf(crawl, site),
    robots: new Map(
      Object.entries(site.robots ?? {}).map(([host, rules]) => [host, createRobotsPolicy(rules)]),
    ),
    traps: createTrapGuard(traps),
    isTrapsChanged: false,
    known: createHints(REMEMBERED),
    left: createHints(REMEMBERED),
  }
}

/** Where the start page was led to belongs to the crawl as well. */
export function noteStart(memory: CrawlMemory, crawl: CrawlRow, startedAt: string): void {
  memory.site.started_at = startedAt
  memory.isSiteChanged = true
  memory.scope = scopeOf(crawl, memory.site)
}

/** The start page asks robots not to follow its links. */
export function noteStartNofollow(memory: CrawlMemory): void {
  memory.site.start_nofollow = true
  memory.isSiteChanged = true
}

/** Notes feeds that are to be read before the crawl may end. */
export function noteFeeds(memory: CrawlMemory, feeds: readonly string[]): void {
  memory.site.feeds = feeds.slice(0, MAX_FEEDS)
  memory.isSiteChanged = true
}

/** Notes what the robots.txt of a host says. */
export function noteRobots(memory: CrawlMemory, host: string, rules: RobotsRules): void {
  memory.site.robots = { ...memory.site.robots, [host]: rules }
  memory.site.crawl_delay_ms = Math.max(memory.site.crawl_delay_ms ?? 0, rules.crawlDelayMs ?? 0)
  memory.isSiteChanged = true
  memory.robots.set(host, createRobotsPolicy(rules))
}

/** What of a policy is stored. */
export function rulesOf({ rules, crawlDelayMs, sitemaps }: RobotsRules): RobotsRules {
  return { rules, crawlDelayMs, sitemaps }
}

function scopeOf({ options }: CrawlRow, site: SiteNotes): Scope {
  return createScope({
    url: options.scrape.url,
    startedAt: site.started_at,
    maxDepth: options.max_depth,
    includeSubdomains: options.include_subdomains,
    includePatterns: options.include_patterns,
    excludePatterns: options.exclude_patterns,
    // Pages name places only where their scripts have run.
    hashRoutes: true,
  })
}
