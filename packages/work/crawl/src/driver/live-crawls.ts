import type { Queryable } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createLoop } from '@gleaner/runtime'
import { CrawlOver } from './change-crawl.ts'
import type { DriverContext } from './context.ts'

/** Messages may be lost: whether a crawl goes on is looked up this often while something is under way for it. */
const LOOK_EVERY_MS = 1_000

/** Tells what is under way for crawls that theirs has ended: cancelled by whichever process, over, or deleted. */
export interface LiveCrawls {
  /** The signal aborts with CrawlOver when the crawl ends; to be disposed of when the work is done. */
  follow(crawlId: string): Disposable & { readonly signal: AbortSignal }
  start(): Promise<void>
  stop(): Promise<void>
}

export function createLiveCrawls({
  jobs,
  logger,
  metrics,
}: Pick<DriverContext, 'jobs' | 'logger' | 'metrics'>): LiveCrawls {
  const followed = new Map<string, { controller: AbortController; followers: number }>()
  let unsubscribe: (() => void) | undefined

  function end(crawlId: string): void {
    followed.get(crawlId)?.controller.abort(new CrawlOver())
    followed.delete(crawlId)
  }

  const loop = createLoop({
    name: 'live-crawls',
    everyMs: LOOK_EVERY_MS,
    logger,
    metrics,
    run: async () => {
      if (followed.size === 0) return
      const ids = [...followed.keys()]
      const live = await findLive(jobs.pool, ids)
      for (const id of ids) if (!live.has(id)) end(id)
    },
  })

  return {
    follow(crawlId) {
      const one = followed.get(crawlId) ?? { controller: new AbortController(), followers: 0 }
      followed.set(crawlId, one)
      one.followers++
      return {
        signal: one.controller.signal,
        [Symbol.dispose]() {
          if (--one.followers === 0 && followed.get(crawlId) === one) followed.delete(crawlId)
        },
      }
    },
    async start() {
      unsubscribe = await jobs.pubSub.subscribe(WAKE_CHANNEL, WAKE.endedCrawls, end)
      loop.start()
    },
    async stop() {
      unsubscribe?.()
      await loop.stop()
    },
  }
}

async function findLive(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-live-crawls',
    text: `SELECT id FROM crawl WHERE id = ANY($1) AND phase <> 'ended'`,
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}
