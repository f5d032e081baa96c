import { announceStopped } from '@gleaner/batches'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import { createDomainKnowledge, createWokenLoop, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { askSite } from './ask-site.ts'
import { CrawlOver } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { hostOf } from './gather.ts'
import { learnRobots } from './learn-robots.ts'
import type { CrawlMemory } from './memory.ts'
import { readAddresses } from './read-addresses.ts'
import { type Step, stepCrawl } from './step.ts'

/** Messages may be lost: crawls whose time has come are looked for this often. */
const LOOK_EVERY_MS = 500
const CRAWLS_AT_A_LOOK = 200
/**
 * Between two steps of one crawl, in milliseconds: what ends meanwhile is taken together, as a step costs as much as fifty pages in it. The more
 * items are open the longer: no target gives a page a millisecond, so they last.
 */
const PAUSE_MS = { least: 40, most: 250, openItem: 1 }
/** Crawls that are stepped at once. */
const AT_ONCE = 4
/** Crawls that a process remembers something of. */
const REMEMBERED_CRAWLS = 32
const LEARNING_AT_ONCE = 16
const AFTER_FAILURE_MS = 1_000

export interface CrawlDriver {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Drives all crawls, step by step; several processes share the work. */
export function createCrawlDriver(ctx: DriverContext): CrawlDriver {
  const { jobs, logger } = ctx
  const domains = createDomainKnowledge(jobs.pool)
  const memories = new Map<string, CrawlMemory>()
  /** Crawls with something to do, and when the next step of a crawl may be at the soonest. */
  const due = new Set<string>()
  const restsUntil = new Map<string, number>()
  const atWork = new Map<string, Promise<void>>()
  /** By crawl and what is asked for. */
  const learning = new Map<string, Promise<void>>()
  let lookAt = 0
  const loop = createWokenLoop({
    ctx: jobs,
    key: WAKE.crawls,
    onMessage: (crawlId) => void due.add(crawlId),
    turn,
    logger,
    failed: 'crawls could not be looked for',
  })
  const { signal } = loop

  function wake(crawlId: string): void {
    due.add(crawlId)
    loop.wake()
  }

  async function look(): Promise<void> {
    lookAt = Date.now() + LOOK_EVERY_MS
    for (const [id, until] of restsUntil) if (until < Date.now()) restsUntil.delete(id)
    for (const id of await findDue(jobs.pool)) due.add(id)
  }

  /** Begins steps of crawls whose time has come; resolves to when there may be something to do again. */
  async function turn(): Promise<number> {
    if (Date.now() >= lookAt) await look()
    for (const id of due) {
      if (atWork.size >= AT_ONCE) break
      if (atWork.has(id) || (restsUntil.get(id) ?? 0) > Date.now()) continue
      due.delete(id)
      atWork.set(id, step(id))
    }
    return nextAt()
  }

  function nextAt(): number {
    const isFull = atWork.size >= AT_ONCE
    const times = isFull ? [] : [...due].filter((id) => !atWork.has(id)).map((id) => restsUntil.get(id) ?? 0)
    return Math.min(lookAt, ...times)
  }

  async function step(id: string): Promise<void> {
    const memory = memories.get(id)
    // What a step that fails has changed in it is not true.
    memories.delete(id)
    try {
      const done = await stepCrawl(ctx, domains, id, memory)
      restsUntil.set(id, Date.now() + pauseAfter(done?.open ?? 0))
      if (done) after(id, done)
    } catch (error) {
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
    for (const pageUrl of unknown) learn(id, hostOf(pageUrl), () => learnRobots(ctx, id, pageUrl, signal))
    if (feeds.length > 0) learn(id, 'feeds', () => readFeeds(id, feeds))
    if (suspicions.size > 0) learn(id, 'suspicions', () => askSite(ctx, id, suspicions, signal))
    if (!more) return
    restsUntil.delete(id)
    due.add(id)
  }

  const readFeeds = (id: string, feeds: readonly string[]) =>
    readAddresses(ctx, id, { feeds, login: undefined, onChange: () => wake(id) }, signal)

  /** Asks a site beside the steps of its crawl, for one thing once at a time. */
  function learn(id: string, what: string, ask: () => Promise<void>): void {
    const name = `${id} ${what}`
    if (learning.has(name) || learning.size >= LEARNING_AT_ONCE) return
    const work = ask()
      .then(() => wake(id))
      .catch((error: unknown) => {
        if (signal.aborted || error instanceof CrawlOver) return
        logger.warn({ err: error, crawlId: id }, 'what a crawl wants to know of its site could not be noted')
      })
      .finally(() => learning.delete(name))
    learning.set(name, work)
  }

  function remember(id: string, memory: CrawlMemory): void {
    memories.set(id, memory)
    if (memories.size > REMEMBERED_CRAWLS) memories.delete(memories.keys().next().value!)
  }

  return {
    start: loop.start,
    async stop() {
      await loop.stop()
      await Promise.allSettled([...atWork.values(), ...learning.values()])
    },
  }
}

function pauseAfter(openItems: number): number {
  return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, openItems * PAUSE_MS.openItem))
}

async function findDue(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-due-crawls',
    text: `SELECT id FROM crawl WHERE phase <> 'ended' AND next_at <= now() ORDER BY next_at LIMIT ${CRAWLS_AT_A_LOOK}`,
  })
  return rows.map(({ id }) => id)
}
