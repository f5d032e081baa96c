import { maskUrlCredentials } from '@gleaner/contracts'
import { NIL_UUID } from '@gleaner/contracts/ids'
import { LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { createRobotsPolicy, type RobotsPolicy, type RobotsRules } from '@gleaner/site-files/robots'
import type { CrawlRow } from '../crawl-row.ts'
import type { FrontierPlace } from '../frontier/next-pages.ts'
import type { LeftOut } from '../left-out.ts'
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
  /** The first of them, by reason: they are shown. */
  leftOut: LeftOut
  /** The row does not have them as they are here. */
  isLeftOutChanged: boolean
  begins: CrawlBegins
}

/**
 * From where on the next step looks, in the order of each index: what was taken before stays in the index while any old transaction is
 * open, and is not walked over again. Whoever changes a crawl beside its steps raises its version, and what is remembered is forgotten.
 */
export interface CrawlBegins {
  /** Of the pages that wait. */
  pages: FrontierPlace
  /** Of the findings that are to be taken, by their time. */
  findings: string
  /** Of the items that wait, by their id; of those under way, by the time of their admission. */
  waiting: string
  underWay: string
}

export function createCrawlBegins(): CrawlBegins {
  return { pages: { depth: 0, seq: 0n }, findings: '-infinity', waiting: NIL_UUID, underWay: '-infinity' }
}

/** Reads what there is to remember, which may be large: `site` is not read with the row. */
export async function recall(sql: Queryable, crawl: CrawlRow): Promise<CrawlMemory> {
  const { rows } = await sql.query<{ site: SiteNotes; traps: Partial<TrapState>; leftOut: LeftOut }>({
    name: 'read-crawl-site',
    text: 'SELECT site, traps, left_out AS "leftOut" FROM crawl WHERE id = $1',
    values: [crawl.id],
  })
  const { site, traps, leftOut } = rows[0]!
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
    leftOut,
    isLeftOutChanged: false,
    begins: createCrawlBegins(),
  }
}

/** Notes an address that is left out, where there is room for one of its reason. */
export function noteLeftOut(memory: CrawlMemory, reason: string, url: string): void {
  const others = memory.leftOut[reason] ?? []
  if (others.length >= LIMITS.crawlLeftOut || url.length > LIMITS.crawlLeftOutChars) return
  const shown = maskUrlCredentials(url)
  if (others.includes(shown)) return
  memory.leftOut[reason] = [...others, shown]
  memory.isLeftOutChanged = true
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
