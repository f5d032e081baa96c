import { setTimeout as pause } from 'node:timers/promises'
import type { Gleaner, Schemas } from '@gleaner/sdk'
import { EXIT } from '../exit-codes.ts'
import { explainError } from '../explain-error.ts'
import { inOrder } from './in-order.ts'
import { type ScrapeRequest, scrapePage } from './scrape-page.ts'

export interface WatchPlan {
  pages: readonly string[]
  /** How each is fetched. */
  request: object
  seconds: number
  isExact: boolean
  /** Looks after which it ends. */
  most: number | undefined
}

/** A page at one look. */
export interface PageLook {
  url: string
  /** ISO 8601. */
  at: string
  tracking?: Schemas['ChangeTracking'] | null
  result?: Schemas['ScrapeResult']
  error?: Error
}

const AT_ONCE = 3

/**
 * Fetches pages again and again, and compares each with what it was at the look before. A page that fails is no end; what would fail for all of
 * them is thrown.
 */
export async function* watchPages(
  client: Gleaner,
  plan: WatchPlan,
  signal: AbortSignal,
): AsyncGenerator<PageLook> {
  const request = tracked(plan)
  for (let looks = 0; looks < (plan.most ?? Number.POSITIVE_INFINITY); looks++) {
    if (looks > 0) await pause(plan.seconds * 1_000, undefined, { signal })
    for await (const done of inOrder(plan.pages, AT_ONCE, (url) =>
      scrapePage(client, { ...request, url }, signal),
    )) {
      signal.throwIfAborted()
      const look = { url: done.item, at: new Date().toISOString() }
      if ('made' in done) yield { ...look, tracking: trackingOf(done.made), result: done.made }
      else if (explainError(done.error).exitCode === EXIT.pageFailed)
        yield { ...look, error: done.error as Error }
      else throw done.error
    }
  }
}

/** Only looks of this kind are compared with each other. */
function tracked({ request, isExact }: WatchPlan): Omit<ScrapeRequest, 'url'> {
  const { advanced = {} } = request as { advanced?: object }
  const mode = isExact ? 'exact' : 'semantic'
  return {
    ...request,
    formats: ['change_tracking'],
    advanced: { ...advanced, change_tracking: { tag: `gleaner-watch-${mode}`, mode } },
  }
}

function trackingOf({ content }: Schemas['ScrapeResult']): Schemas['ChangeTracking'] | null | undefined {
  return typeof content === 'string' ? undefined : content.change_tracking
}
