import type { Queryable } from '@gleaner/db'
import { type DomainKnowledge, insertWaitingJobs, type NewJob } from '@gleaner/jobs'
import type { SecretBox } from '@gleaner/security/secret-box'
import { type CrawlBatch, type CrawlRow, openItems } from '../crawl-row.ts'
import { dropPages, markIssued, nextPages, type WaitingPage } from '../frontier/next-pages.ts'
import { hostOf, isFound } from './gather.ts'
import { createItemMaker, type ItemMaker } from './make-item.ts'
import { type CrawlMemory, createCrawlBegins } from './memory.ts'
import { roomForItems, type StoppedBy } from './room-for-items.ts'
import { roomForWebhooks } from './room-for-webhooks.ts'
import { capOf, dearestOf } from './spending.ts'

export interface Issued {
  items: number
  stoppedBy: StoppedBy
  /** Pages of hosts whose robots.txt is to be read before these are scraped, one of each host. */
  unknown: string[]
}

export interface IssueContext {
  sql: Queryable
  secretBox: SecretBox
  domains: DomainKnowledge
  /** What is left of `max_credits`; undefined without that limit. */
  leftMicros: number | undefined
}

/** Makes items of the next pages, as many as the crawl's limits allow; they wait for their admission like those of a batch. */
export async function issue(
  ctx: IssueContext,
  crawl: CrawlRow,
  batch: CrawlBatch,
  memory: CrawlMemory,
): Promise<Issued> {
  if (crawl.waiting === 0) return { items: 0, stoppedBy: undefined, unknown: [] }
  const mostOpen = await roomForWebhooks(ctx.sql, crawl.accountId)
  const { items: room, by } = roomForItems(crawl, batch, memory.site, mostOpen)
  if (room === 0) return { items: 0, stoppedBy: by, unknown: [] }
  const { pages, isHeld } = await nextUntrapped(ctx.sql, crawl, memory, batch, room)
  const { allowed, unknown } = await heedRobots(ctx.sql, crawl, memory, batch.test, pages)
  const maker = createItemMaker(crawl, batch, ctx.secretBox)
  const { jobs, isSpent } = await makeItems(ctx, maker, allowed, openItems(batch) > 0)
  await insertItems(ctx, crawl, batch, jobs)
  const isMore = crawl.waiting > 0
  const stoppedBy = isSpent
    ? 'max_credits'
    : unknown.length > 0
      ? 'robots_unknown'
      : pages.length === room
        ? by
        : isHeld
          ? 'suspicious'
          : undefined
  return { items: jobs.length, stoppedBy: isMore ? stoppedBy : undefined, unknown }
}

/** Pages looked through at once where many lie in a trap, and where many are of a kind whose first pages are waited for. */
const LOOKED_THROUGH = { trapped: 1_000, held: 100 }

/**
 * The next pages but for those of patterns that were closed after they were found, which leave the line, and of those whose site is yet to say
 * whether they have an end, or whose kind is not known yet: these stay in it.
 */
async function nextUntrapped(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  batch: CrawlBatch,
  room: number,
): Promise<{ pages: WaitingPage[]; isHeld: boolean }> {
  const { traps } = memory
  const pages = new Map<string, WaitingPage>()
  let limit = room
  while (true) {
    const waiting = await nextWaiting(sql, crawl, memory, limit)
    const trapped = waiting.filter(({ url, source }) => isFound(source) && !traps.allows(url))
    await leaveTrapped(sql, crawl, memory, trapped)
    if (trapped.length > 0) {
      limit = Math.max(room, LOOKED_THROUGH.trapped)
      continue
    }
    // A test key's site is asked nothing.
    const free = waiting.filter(
      ({ url, source }) => batch.test || !isFound(source) || !traps.isSuspicious(url),
    )
    begin(free, pages, { memory, batch, room })
    if (pages.size >= room || waiting.length < limit || limit > room)
      return { pages: [...pages.values()], isHeld: pages.size < Math.min(room, waiting.length) }
    limit = Math.max(room + 1, LOOKED_THROUGH.held)
  }
}

/** Begins pages until there is no room: those of whose kind not too many are under way, or that the site has announced. */
function begin(
  waiting: readonly WaitingPage[],
  begun: Map<string, WaitingPage>,
  { memory, batch, room }: { memory: CrawlMemory; batch: CrawlBatch; room: number },
): void {
  for (const page of waiting) {
    if (begun.size >= room) return
    const key = page.key.toString('latin1')
    if (begun.has(key)) continue
    const isFree = batch.test || !isFound(page.source)
    if (!isFree && !memory.traps.begins(page.url, openItems(batch) + begun.size)) continue
    begun.set(key, page)
    memory.isTrapsChanged = true
  }
}

/** The next pages, from where on there are some; they are counted, and where one is missing all are looked through. */
async function nextWaiting(
  sql: Queryable,
  crawl: CrawlRow,
  { begins }: CrawlMemory,
  limit: number,
): Promise<WaitingPage[]> {
  let next = await nextPages(sql, crawl.id, limit, begins.pages)
  if (next.pages.length < Math.min(limit, crawl.waiting))
    next = await nextPages(sql, crawl.id, limit, createCrawlBegins().pages)
  if (next.first) begins.pages = next.first
  return next.pages
}

async function leaveTrapped(
  sql: Queryable,
  crawl: CrawlRow,
  memory: CrawlMemory,
  trapped: readonly WaitingPage[],
): Promise<void> {
  if (trapped.length === 0) return
  // The guard has counted them.
  memory.isTrapsChanged = true
  await dropPages(
    sql,
    crawl.id,
    trapped.map(({ key }) => key),
  )
  crawl.waiting -= trapped.length
  crawl.skipped.trap = (crawl.skipped.trap ?? 0) + trapped.length
}

/** Pages that robots.txt forbids leave the line; those whose host's is not known yet stay in it. */
async function heedRobots(
  sql: Queryable,
  crawl: CrawlRow,
  { robots }: CrawlMemory,
  isTest: boolean,
  waiting: readonly WaitingPage[],
): Promise<{ allowed: WaitingPage[]; unknown: string[] }> {
  if (!crawl.options.respect_robots || isTest) return { allowed: [...waiting], unknown: [] }
  const unknown = new Map<string, string>()
  const forbidden: Buffer[] = []
  const allowed = waiting.filter(({ key, url }) => {
    const policy = robots.get(hostOf(url))
    if (!policy) unknown.set(hostOf(url), url)
    else if (!policy.isAllowed(url)) forbidden.push(key)
    else return true
    return false
  })
  await dropPages(sql, crawl.id, forbidden)
  crawl.waiting -= forbidden.length
  if (forbidden.length > 0) crawl.skipped.robots = (crawl.skipped.robots ?? 0) + forbidden.length
  return { allowed, unknown: [...unknown.values()] }
}

interface Item {
  job: NewJob
  key: Buffer
}

/**
 * Plans items until what is left of `max_credits` is given out, each counted at its dearest. As most cost less, the last of it is given to one item
 * at a time, which may cost no more than all that is left.
 */
async function makeItems(
  { sql, domains, leftMicros }: IssueContext,
  maker: ItemMaker,
  pages: readonly WaitingPage[],
  isOthersOpen: boolean,
): Promise<{ jobs: Item[]; isSpent: boolean }> {
  const jobs: Item[] = []
  let left = leftMicros ?? Number.POSITIVE_INFINITY
  for (const { key, url } of pages) {
    const host = await domains.find(new URL(url).hostname, sql)
    const job = maker.make(url, host)
    const dearest = dearestOf(job.plan)
    if (dearest > left) {
      if (!isOthersOpen && jobs.length === 0) {
        const capped = cappedItem(maker, url, host, left)
        if (capped) jobs.push({ job: capped, key })
      }
      return { jobs, isSpent: true }
    }
    left -= dearest
    jobs.push({ job, key })
  }
  return { jobs, isSpent: false }
}

function cappedItem(
  maker: ItemMaker,
  url: string,
  host: Parameters<ItemMaker['make']>[1],
  leftMicros: number,
): NewJob | undefined {
  const cheapest = maker.make(url, host).plan.steps[0]!.priceMicros
  return leftMicros >= cheapest ? maker.make(url, host, capOf(leftMicros)) : undefined
}

async function insertItems(
  { sql, secretBox }: IssueContext,
  crawl: CrawlRow,
  batch: CrawlBatch,
  items: Item[],
): Promise<void> {
  if (items.length === 0) return
  // Sorted, so that they are admitted in the order of the frontier.
  const ids = items.map(({ job }) => job.id).sort()
  for (const [index, item] of items.entries()) item.job.id = ids[index]!
  await insertWaitingJobs(
    sql,
    secretBox,
    crawl.id,
    items.map(({ job }) => job),
    batch.total,
  )
  await markIssued(
    sql,
    crawl.id,
    items.map(({ key, job }) => ({ key, jobId: job.id })),
  )
  crawl.waiting -= items.length
}
