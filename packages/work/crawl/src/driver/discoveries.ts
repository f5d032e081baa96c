import type { Queryable } from '@gleaner/db'
import { createWokenLoop, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { isFree, keepClaim, leaseEnd } from '@gleaner/queue/claim'
import { CrawlOver, type CrawlRef } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { discover } from './discover.ts'
import { createSiteWork } from './site-work.ts'

const LOOK_EVERY_MS = 500
/** What broke off is begun again after this time, by whoever comes first. */
const AFTER_FAILURE_MS = 1_000

/** Looks at the sites of new crawls; several processes share the work, each crawl's by a lease. */
export function createDiscoveries(ctx: DriverContext) {
  const { jobs, logger } = ctx
  const places = ctx.places['crawl-discovery']
  const work = createSiteWork(ctx)
  const underWay = new Set<Promise<void>>()
  const loop = createWokenLoop({
    ctx: jobs,
    key: WAKE.newCrawls,
    onMessage: () => {},
    async turn() {
      await takeAll()
      return Date.now() + LOOK_EVERY_MS
    },
    logger,
    failed: 'new crawls could not be looked for',
  })

  async function takeAll(): Promise<void> {
    while (places.mayTake('') && !work.signal.aborted) {
      const crawl = await claimDiscovery(jobs.pool, places.holders())
      if (crawl === undefined) return
      keep(look(crawl).then(loop.wake))
    }
  }

  /** Nothing is left under way when this process has stopped. */
  function keep(looking: Promise<void>): void {
    const kept = looking.catch(() => {}).finally(() => underWay.delete(kept))
    underWay.add(kept)
  }

  async function look(crawl: ClaimedCrawl): Promise<void> {
    const { id } = crawl
    let { leaseUntil } = crawl
    const renew = async () => {
      const renewed = await setLease(jobs.pool, id, leaseUntil)
      leaseUntil = renewed ?? leaseUntil
      return renewed !== undefined
    }
    const onChange = () => jobs.pubSub.publish(WAKE_CHANNEL, WAKE.crawls, id)
    try {
      await using claim = keepClaim({ name: 'renew-discovery', renew, logger })
      await work.run('crawl-discovery', crawl, (signal) =>
        discover(ctx, crawl, onChange, AbortSignal.any([signal, claim.lost])),
      )
    } catch (error) {
      if (error instanceof CrawlOver) return
      if (!work.signal.aborted)
        logger.warn({ err: error, crawlId: id }, 'the site of a crawl could not be looked at')
      await setLease(jobs.pool, id, leaseUntil, AFTER_FAILURE_MS).catch(() => {})
    }
  }

  return {
    async start(): Promise<void> {
      await work.start()
      await loop.start()
    },
    async stop(): Promise<void> {
      await work.stop()
      await loop.stop()
      await Promise.all(underWay)
    },
  }
}

/** The end of its lease is its fence: who finds another one there has lost the crawl. */
interface ClaimedCrawl extends CrawlRef {
  leaseUntil: Date
}

/** The next crawl whose site is to be looked at: of accounts that hold no place here first, and never of one that holds all that it may. */
async function claimDiscovery(
  db: Queryable,
  { some, most }: { some: string[]; most: string[] },
): Promise<ClaimedCrawl | undefined> {
  const { rows } = await db.query<ClaimedCrawl>({
    name: 'claim-discovery',
    text: `
      UPDATE crawl SET lease_until = ${leaseEnd()}
      WHERE id = (
        SELECT id FROM crawl
        WHERE phase = 'discovering' AND ${isFree('crawl')} AND account_id <> ALL($2::uuid[])
        ORDER BY account_id = ANY($1::uuid[]), next_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, account_id AS "accountId", lease_until AS "leaseUntil"`,
    values: [some, most],
  })
  return rows[0]
}

/** Undefined when the claim is lost: another lease stands there, or the site has been looked at. */
async function setLease(db: Queryable, id: string, mine: Date, ms?: number): Promise<Date | undefined> {
  const { rows } = await db.query<{ leaseUntil: Date }>(
    `UPDATE crawl SET lease_until = ${leaseEnd(ms)} WHERE id = $1 AND phase = 'discovering' AND lease_until = $2
     RETURNING lease_until AS "leaseUntil"`,
    [id, mine],
  )
  return rows[0]?.leaseUntil
}
