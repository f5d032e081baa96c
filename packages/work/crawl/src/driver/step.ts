import { type Queryable, transaction } from '@gleaner/db'
import type { DomainKnowledge } from '@gleaner/jobs'
import { type CrawlRow, lockCrawl, openItems, readCrawlBatch } from '../crawl-row.ts'
import { takeFindings } from '../frontier/take-findings.ts'
import type { Suspicion } from '../traps/index.ts'
import { absorb } from './absorb.ts'
import type { DriverContext } from './context.ts'
import { endCrawl, endReasonOf } from './end.ts'
import { type Issued, issue } from './issue.ts'
import { lineOf } from './make-item.ts'
import { type CrawlBegins, type CrawlMemory, recall } from './memory.ts'
import { saveCrawl } from './save.ts'
import { leftToSpend, whyPaused } from './spending.ts'

export interface Step {
  accountId: string
  /** Another step finds something to do at once. */
  more: boolean
  /** Items that were made, and that are open now with them. */
  issued: number
  open: number
  ended: boolean
  /** Pages of hosts whose robots.txt is to be read. */
  unknown: string[]
  /** Feeds that are to be read. */
  feeds: readonly string[]
  /** Patterns of addresses whose site is to be asked whether they have an end. */
  suspicions: ReadonlyMap<string, Suspicion>
  /** Of use for the next step of this process; undefined once the crawl has ended. */
  memory: CrawlMemory | undefined
}

/**
 * One step of a crawl, in one transaction: what was found goes into the frontier, the next pages become items, or the crawl ends. Undefined when
 * another process is at it, or it has ended. After a crash at any line all of it, or nothing, has happened.
 */
export async function stepCrawl(
  { jobs }: Pick<DriverContext, 'jobs'>,
  domains: DomainKnowledge,
  id: string,
  remembered: CrawlMemory | undefined,
  signal: AbortSignal,
): Promise<Step | undefined> {
  return await transaction(jobs.pool, async (sql) => {
    const crawl = await lockCrawl(sql, id)
    if (!crawl) return undefined
    const { accountId } = crawl
    const ended = {
      accountId,
      more: false,
      issued: 0,
      open: 0,
      ended: true,
      unknown: [],
      feeds: [],
      suspicions: NONE,
      memory: undefined,
    }
    if (crawl.isOver) {
      await endCrawl(sql, crawl, 'expired')
      return ended
    }
    const memory = remembered?.version === crawl.version ? remembered : await recall(sql, crawl)
    // The counts first: what items have found that had ended by then is there.
    const { begins } = memory
    const line = lineOf(crawl)
    const { batch, leftMicros } = await leftToSpend(sql, crawl, line, begins, () => readCrawlBatch(sql, id))
    const { taken, isMore: isMoreFound } = await takeNext(sql, id, begins, openItems(batch) > 0)
    const again = await absorb(sql, crawl, memory, taken, signal)
    const isMore = isMoreFound || again > 0
    const isPaused = crawl.pausedReason === 'caller'
    const issued = isPaused
      ? nothingIssued(crawl)
      : await issue({ sql, secretBox: jobs.secretBox, domains, leftMicros }, crawl, batch, memory)
    // Nothing was open when it was counted, so what was taken since is all that was found.
    const isDone = openItems(batch) === 0 && issued.items === 0 && !isMore
    if (isDone && crawl.phase === 'running' && isFinal(issued) && !memory.site.feeds) {
      await saveCrawl(sql, crawl, memory)
      await endCrawl(sql, crawl, endReasonOf(batch, issued, memory.site))
      return ended
    }
    if (!isPaused)
      crawl.pausedReason = isAtRest(issued, taken)
        ? await whyPaused(sql, crawl, batch, issued.stoppedBy, line, begins)
        : null
    await saveCrawl(sql, crawl, memory)
    // Last, as the statements that end items wait for this row.
    if (issued.items > 0) await raiseTotal(sql, id, issued.items)
    const { items, unknown } = issued
    return {
      accountId,
      more: isMore,
      issued: items,
      open: openItems(batch) + items,
      ended: false,
      unknown,
      feeds: memory.site.feeds ?? [],
      suspicions: batch.test ? NONE : memory.traps.suspicions(),
      memory,
    }
  })
}

/** Once nothing is open all are looked for, from the first on: the crawl may end. */
async function takeNext(sql: Queryable, id: string, begins: CrawlBegins, isMoreToCome: boolean) {
  let portion = await takeFindings(sql, id, begins.findings)
  if (portion.taken.length === 0 && !isMoreToCome) portion = await takeFindings(sql, id, '-infinity')
  begins.findings = portion.since
  return portion
}

/** A test key's site is built in, and none of its addresses is asked for. */
const NONE: ReadonlyMap<string, Suspicion> = new Map()

/** Of a crawl that its caller has paused. */
function nothingIssued({ waiting }: CrawlRow): Issued {
  return { items: 0, stoppedBy: waiting > 0 ? 'paused' : undefined, unknown: [] }
}

const isAtRest = ({ items }: Issued, taken: readonly unknown[]) => items === 0 && taken.length === 0

/** Nothing that is learned later, or ends, makes room for another item. */
function isFinal({ stoppedBy }: Issued): boolean {
  return !PASSING.has(stoppedBy)
}

const PASSING = new Set<Issued['stoppedBy']>(['robots_unknown', 'suspicious', 'window', 'webhooks', 'paused'])

/** Counts new items in their batch. Its cancellation locks the crawl first, so it is open. */
async function raiseTotal(sql: Queryable, id: string, items: number): Promise<void> {
  const { rowCount } = await sql.query({
    name: 'raise-batch-total',
    text: 'UPDATE batch SET total = total + $2 WHERE id = $1 AND is_open',
    values: [id, items],
  })
  if (rowCount !== 1) throw new Error(`the batch of crawl ${id} is closed`)
}
