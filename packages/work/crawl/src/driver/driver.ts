import { announceStopped } from '@gleaner/batches'
import { isDatabaseUnavailable } from '@gleaner/db'
import { createDomainKnowledge, createWokenLoop, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { inLineOf } from '@gleaner/runtime'
import { askSite } from './ask-site.ts'
import { CrawlOver, type CrawlRef } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import type { SiteWorkKind } from './crawl-places.ts'
import { findDue, readAccounts } from './due-crawls.ts'
import { hostOf } from './gather.ts'
import { learnRobots } from './learn-robots.ts'
import type { CrawlMemory } from './memory.ts'
import { readAddresses } from './read-addresses.ts'
import { createSiteWork } from './site-work.ts'
import { type Step, stepCrawl } from './step.ts'

/** Messages may be lost: crawls whose time has come are looked for this often. */
const LOOK_EVERY_MS = 500
/**
 * Between two steps of one crawl, in milliseconds: what ends meanwhile is taken together, as a step costs as much as fifty pages in it. The more
 * items are open the longer: no target gives a page a millisecond, so they last.
 */
const PAUSE_MS = { least: 40, most: 250, openItem: 1 }
/** Crawls that a process remembers something of. */
const REMEMBERED_CRAWLS = 32
const AFTER_FAILURE_MS = 1_000

export interface CrawlDriver {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Drives all crawls, step by step; several processes share the work. */
export function createCrawlDriver(ctx: DriverContext): CrawlDriver {
  const { jobs, logger } = ctx
  const places = ctx.places['crawl-step']
  const site = createSiteWork(ctx)
  const domains = createDomainKnowledge(jobs.pool)
  const memories = new Map<string, CrawlMemory>()
  /** Crawls with something to do, and when the next step of a crawl may be at the soonest. */
  const due = new Set<string>()
  const restsUntil = new Map<string, number>()
  const atWork = new Map<string, Promise<void>>()
  /** Whose the crawls are that have something to do. */
  const accounts = new Map<string, string>()
  /** By crawl and what is asked for. */
  const learning = new Set<string>()
  let lookAt = 0
  const loop = createWokenLoop({
    ctx: jobs,
    key: WAKE.crawls,
    onMessage: (crawlId) => void due.add(crawlId),
    turn,
    logger,
    failed: 'crawls could not be looked for',
  })

  function wake(crawlId: string): void {
    due.add(crawlId)
    loop.wake()
  }

  async function look(): Promise<void> {
    lookAt = Date.now() + LOOK_EVERY_MS
    for (const [id, until] of restsUntil) if (until < Date.now()) restsUntil.delete(id)
    for (const { id, accountId } of await findDue(jobs.pool)) {
      due.add(id)
      accounts.set(id, accountId)
    }
  }

  /** Messages name crawls alone; those that are no more have nothing to do. */
  async function findAccounts(): Promise<void> {
    for (const id of accounts.keys()) if (!due.has(id)) accounts.delete(id)
    const unknown = [...due].filter((id) => !accounts.has(id))
    if (unknown.length === 0) return
    for (const { id, accountId } of await readAccounts(jobs.pool, unknown)) accounts.set(id, accountId)
    for (const id of unknown) if (!accounts.has(id)) due.delete(id)
  }

  /** Begins steps of crawls whose time has come; resolves to when there may be something to do again. */
  async function turn(): Promise<number> {
    if (Date.now() >= lookAt) await look()
    await findAccounts()
    for (const id of due) {
      const accountId = accounts.get(id)
      if (accountId === undefined || !mayBegin(id) || (restsUntil.get(id) ?? 0) > Date.now()) continue
      due.delete(id)
      atWork.set(id, step({ id, accountId }))
    }
    return nextAt()
  }

  /** One step of a crawl at a time, each in a place of its account. */
  function mayBegin(id: string): boolean {
    return !atWork.has(id) && places.mayTake(accounts.get(id) ?? '')
  }

  function nextAt(): number {
    const times = [...due].filter(mayBegin).map((id) => restsUntil.get(id) ?? 0)
    return Math.min(lookAt, ...times)
  }

  async function step({ id, accountId }: CrawlRef): Promise<void> {
    const memory = memories.get(id)
    // What a step that fails has changed in it is not true.
    memories.delete(id)
    try {
      const done = await places.with(accountId, site.signal, (signal) =>
        inLineOf(accountId, () => stepCrawl(ctx, domains, id, memory, signal)),
      )
      restsUntil.set(id, Date.now() + pauseAfter(done?.open ?? 0))
      if (done) after(id, done)
    } catch (error) {
      if (site.signal.aborted) return
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
      logger[level]({ err: error, crawlId: id }, 'a step of a crawl failed')
      restsUntil.set(id, Date.now() + AFTER_FAILURE_MS)
      due.add(id)
    } finally {
      atWork.delete(id)
      loop.wake()
    }
  }

  function after(
    id: string,
    { accountId, more, issued, ended, unknown, feeds, suspicions, memory }: Step,
  ): void {
    if (memory) remember(id, memory)
    if (ended) announceStopped(jobs, accountId, id)
    else if (issued > 0) jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, accountId)
    const crawl = { id, accountId }
    for (const pageUrl of unknown)
      learn('crawl-robots', crawl, (signal) => learnRobots(ctx, crawl, pageUrl, signal), hostOf(pageUrl))
    if (feeds.length > 0) learn('crawl-feeds', crawl, (signal) => readFeeds(crawl, feeds, signal))
    if (suspicions.size > 0)
      learn('crawl-suspicion', crawl, (signal) => askSite(ctx, crawl, suspicions, signal))
    if (!more) return
    restsUntil.delete(id)
    due.add(id)
  }

  const readFeeds = (crawl: CrawlRef, feeds: readonly string[], signal: AbortSignal) =>
    readAddresses(ctx, crawl, { feeds, login: undefined, onChange: () => wake(crawl.id) }, signal)

  /** Asks a site beside the steps of its crawl, for one thing once at a time. What finds no room is asked for by a later step. */
  function learn(
    kind: SiteWorkKind,
    crawl: CrawlRef,
    ask: (signal: AbortSignal) => Promise<void>,
    host = '',
  ): void {
    const name = `${kind} ${crawl.id} ${host}`
    if (learning.has(name) || !site.hasRoom(kind, crawl.accountId)) return
    learning.add(name)
    site
      .run(kind, crawl, ask)
      .then(() => wake(crawl.id))
      .catch((error: unknown) => {
        if (site.signal.aborted || error instanceof CrawlOver) return
        logger.warn(
          { err: error, crawlId: crawl.id },
          'what a crawl wants to know of its site could not be noted',
        )
      })
      .finally(() => learning.delete(name))
  }

  function remember(id: string, memory: CrawlMemory): void {
    memories.set(id, memory)
    if (memories.size > REMEMBERED_CRAWLS) memories.delete(memories.keys().next().value!)
  }

  return {
    async start() {
      await site.start()
      await loop.start()
    },
    async stop() {
      await loop.stop()
      await Promise.allSettled([...atWork.values(), site.stop()])
    },
  }
}

function pauseAfter(openItems: number): number {
  return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, openItems * PAUSE_MS.openItem))
}
