import { WORK } from '@gleaner/queue/work'
import type { CrawlRef } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import type { SiteWorkKind } from './crawl-places.ts'
import { createLiveCrawls } from './live-crawls.ts'

/** What is asked of the sites of crawls, each in a place of its account. */
export interface SiteWork {
  /** Aborts when the process stops. */
  readonly signal: AbortSignal
  /**
   * Does work for a crawl when its account's turn has come. The work's signal aborts when the crawl ends, when the longest time of the kind is over, and
   * when the process stops; with the first of them this rejects with CrawlOver.
   */
  run(kind: SiteWorkKind, crawl: CrawlRef, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Whether the account may have more of it waiting. */
  hasRoom(kind: SiteWorkKind, accountId: string): boolean
  start(): Promise<void>
  /** Aborts what is under way and resolves when it has ended. */
  stop(): Promise<void>
}

export function createSiteWork(ctx: DriverContext): SiteWork {
  const controller = new AbortController()
  const { signal } = controller
  const live = createLiveCrawls(ctx)
  const underWay = new Set<Promise<void>>()
  /** By kind and account. */
  const unfinished = new Map<string, number>()

  async function work(...[kind, { id, accountId }, does]: Parameters<SiteWork['run']>): Promise<void> {
    using crawl = live.follow(id)
    const ends = AbortSignal.any([signal, crawl.signal])
    const name = `${kind} ${accountId}`
    unfinished.set(name, (unfinished.get(name) ?? 0) + 1)
    try {
      await ctx.places[kind].with(accountId, ends, does)
    } catch (error) {
      // Whatever an abort has made of it.
      throw crawl.signal.aborted ? crawl.signal.reason : error
    } finally {
      const left = unfinished.get(name)! - 1
      if (left > 0) unfinished.set(name, left)
      else unfinished.delete(name)
    }
  }

  return {
    signal,
    run(...given) {
      const running = work(...given).finally(() => underWay.delete(running))
      underWay.add(running)
      return running
    },
    hasRoom: (kind, accountId) => (unfinished.get(`${kind} ${accountId}`) ?? 0) < WORK[kind].unfinished,
    start: live.start,
    async stop() {
      controller.abort()
      await Promise.allSettled(underWay)
      await live.stop()
    },
  }
}
