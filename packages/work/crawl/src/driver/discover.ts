import type { Queryable } from '@gleaner/db'
import type { CrawlRow } from '../crawl-row.ts'
import { CrawlOver, type CrawlRef, changeCrawl } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { createGathering, hostOf } from './gather.ts'
import { keepGap } from './keep-gap.ts'
import { loginOf } from './make-item.ts'
import { type CrawlMemory, noteRobots, rulesOf } from './memory.ts'
import { putIntoFrontier } from './put-into-frontier.ts'
import { readAddresses } from './read-addresses.ts'

/** What of a crawl decides how its site is looked at. */
interface Plan {
  url: string
  readsRobots: boolean
  readsSitemaps: boolean
  login: { origin: string; authorization: string } | undefined
}

/**
 * Looks at the site of a crawl: robots.txt first, then the start page goes into the frontier, and beside its scraping the sitemaps are read. May be
 * repeated from the beginning: what stands in the frontier is not put into it again. `onChange` is called when the driver has
 * something to do by it.
 */
export async function discover(
  ctx: DriverContext,
  ref: CrawlRef,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { crawl, plan } = await changeCrawl(ctx, ref, signal, async (sql, crawl) => ({
    crawl,
    plan: planOf(ctx, crawl, await isTest(sql, ref.id)),
  }))
  const { url, readsRobots, readsSitemaps, login } = plan
  if (readsRobots) await keepGap(ctx, crawl, signal)
  const robots = readsRobots ? await ctx.site.readRobots(url, { signal, login }) : undefined
  // A reading that broke off says that nothing may be asked.
  signal.throwIfAborted()
  const rules = robots && rulesOf(robots.policy)
  const begun = await changeCrawl(ctx, ref, signal, async (sql, crawl, memory) => {
    if (crawl.phase !== 'discovering') throw new CrawlOver()
    if (rules && crawl.options.respect_robots) noteRobots(memory, hostOf(url), rules)
    if (robots?.state === 'unreachable') memory.site.robots_problem = robots.detail ?? 'no answer'
    await enterStart(sql, crawl, memory)
    return crawl
  })
  // The start page comes a gap after robots.txt, which has named it.
  if (begun.delayMs > crawl.delayMs) await keepGap(ctx, begun, signal)
  onChange()
  if (readsSitemaps) await readAddresses(ctx, ref, { named: rules?.sitemaps ?? [], login, onChange }, signal)
  await changeCrawl(ctx, ref, signal, async (_sql, crawl) => {
    crawl.phase = 'running'
  })
  onChange()
}

function planOf({ jobs }: DriverContext, crawl: CrawlRow, test: boolean): Plan {
  const { respect_robots, sitemap, max_depth, scrape } = crawl.options
  // Pages of sitemaps have depth 1; a test key's site is built in.
  const readsSitemaps = sitemap !== 'skip' && !test && max_depth > 0
  return {
    url: scrape.url,
    readsRobots: (respect_robots || readsSitemaps) && !test,
    readsSitemaps,
    login: loginOf(crawl, jobs.secretBox),
  }
}

async function isTest(sql: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql.query<{ test: boolean }>('SELECT test FROM batch WHERE id = $1', [id])
  return rows[0]!.test
}

async function enterStart(sql: Queryable, crawl: CrawlRow, memory: CrawlMemory): Promise<void> {
  // Nothing was asked in the crawl's line yet, so that it may get another name.
  if (crawl.discovered === 0) crawl.delayMs = Math.max(crawl.delayMs, memory.site.crawl_delay_ms ?? 0)
  const gathering = createGathering(crawl, memory)
  gathering.add(crawl.options.scrape.url, 0, 'start')
  if (gathering.pages.length === 0) {
    memory.site.start_disallowed = true
    memory.isSiteChanged = true
  }
  await putIntoFrontier(sql, crawl, gathering.pages)
}
