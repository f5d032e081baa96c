import type { Queryable } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createLoop } from '@gleaner/runtime'
import { CrawlOver } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { discover } from './discover.ts'

/** A killed process's discoveries are begun again by others after this time. */
const LEASE_MS = 15_000
const RENEW_EVERY_MS = 5_000
const LOOK_EVERY_MS = 500
/** What broke off is begun again after this time, by whoever comes first. */
const AFTER_FAILURE_MS = 1_000
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
      const id = await claimDiscovery(jobs.pool)
      if (id === undefined) return
      const work = run(id).finally(() => {
        atWork.delete(work)
        void take().catch(() => {})
      })
      atWork.add(work)
    }
  }

  async function run(id: string): Promise<void> {
    const renewing = setInterval(() => renew(jobs.pool, id, LEASE_MS).catch(() => {}), RENEW_EVERY_MS)
    try {
      await discover(ctx, id, () => jobs.pubSub.publish(WAKE_CHANNEL, WAKE.crawls, id), controller.signal)
    } catch (error) {
      if (error instanceof CrawlOver) return
      if (!controller.signal.aborted)
        logger.warn({ err: error, crawlId: id }, 'the site of a crawl could not be looked at')
      await renew(jobs.pool, id, AFTER_FAILURE_MS).catch(() => {})
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

async function claimDiscovery(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'claim-discovery',
    text: `
      UPDATE crawl SET lease_until = now() + ${LEASE_MS} * interval '1 millisecond'
      WHERE id = (
        SELECT id FROM crawl WHERE phase = 'discovering' AND (lease_until IS NULL OR lease_until < now())
        ORDER BY next_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`,
  })
  return rows[0]?.id
}

async function renew(db: Queryable, id: string, ms: number): Promise<void> {
  await db.query(
    `UPDATE crawl SET lease_until = now() + $2 * interval '1 millisecond' WHERE id = $1 AND phase = 'discovering'`,
    [id, ms],
  )
}
