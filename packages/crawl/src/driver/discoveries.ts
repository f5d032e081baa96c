import type { Queryable } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createLoop } from '@gleaner/runtime'
import type { DriverContext } from './context.ts'
import { type Discovery, DiscoveryOver, discover } from './discover.ts'

/** A killed process's discoveries are begun again by others after this time. */
const LEASE_MS = 15_000
const RENEW_EVERY_MS = 5_000
const LOOK_EVERY_MS = 500
/** Sites that a process looks at, at once. */
const AT_ONCE = 4

/** Looks at the sites of new crawls; several processes share the work, each crawl's by a lease. */
export function createDiscoveries(ctx: DriverContext) {
  const { jobs, logger } = ctx
  const controller = new AbortController()
  const atWork = new Set<Promise<void>>()
  let isLooking = false
  let isWoken = false
  let unsubscribe: (() => void) | undefined

  /** One look at a time: a message that comes meanwhile makes another one follow. */
  async function take(): Promise<void> {
    isWoken = true
    if (isLooking) return
    isLooking = true
    try {
      while (isWoken) {
        isWoken = false
        await takeAll()
      }
    } finally {
      isLooking = false
    }
  }

  async function takeAll(): Promise<void> {
    while (atWork.size < AT_ONCE && !controller.signal.aborted) {
      const discovery = await claimDiscovery(jobs.pool)
      if (!discovery) return
      const work = run(discovery).finally(() => {
        atWork.delete(work)
        void take().catch(() => {})
      })
      atWork.add(work)
    }
  }

  async function run(discovery: Discovery): Promise<void> {
    const { id } = discovery
    const renewing = setInterval(() => renew(jobs.pool, id).catch(() => {}), RENEW_EVERY_MS)
    try {
      await discover(
        ctx,
        discovery,
        () => jobs.pubSub.publish(WAKE_CHANNEL, WAKE.crawls, id),
        controller.signal,
      )
    } catch (error) {
      if (error instanceof DiscoveryOver) return
      if (!controller.signal.aborted)
        logger.warn({ err: error, crawlId: id }, 'the site of a crawl could not be looked at')
    } finally {
      clearInterval(renewing)
    }
  }

  const loop = createLoop({ name: 'discoveries', everyMs: LOOK_EVERY_MS, logger, run: take })
  return {
    async start(): Promise<void> {
      unsubscribe = await jobs.pubSub.subscribe(
        WAKE_CHANNEL,
        WAKE.newCrawls,
        () => void take().catch(() => {}),
      )
      loop.start()
    },
    async stop(): Promise<void> {
      controller.abort()
      unsubscribe?.()
      await loop.stop()
      await Promise.allSettled(atWork)
    },
  }
}

async function claimDiscovery(db: Queryable): Promise<Discovery | undefined> {
  const { rows } = await db.query<Discovery>({
    name: 'claim-discovery',
    text: `
      UPDATE crawl SET lease_until = now() + ${LEASE_MS} * interval '1 millisecond'
      FROM batch
      WHERE batch.id = crawl.id AND crawl.id = (
        SELECT id FROM crawl WHERE phase = 'discovering' AND (lease_until IS NULL OR lease_until < now())
        ORDER BY next_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING crawl.id, crawl.url, batch.test, (options->>'respect_robots')::boolean AS "respectRobots", options->>'sitemap' AS sitemap,
        options->>'sitemap_path' AS "sitemapPath", (options->>'max_depth')::int AS "maxDepth"`,
  })
  return rows[0]
}

async function renew(db: Queryable, id: string): Promise<void> {
  await db.query(
    `UPDATE crawl SET lease_until = now() + ${LEASE_MS} * interval '1 millisecond' WHERE id = $1 AND phase = 'discovering'`,
    [id],
  )
}
