import { deserialize, serialize } from 'node:v8'
import type { Connections } from '@gleaner/connections'
import type { FetchedPage } from '@gleaner/http-tiers'
import type { ClaimedJob, JobsContext } from '@gleaner/jobs'
import type { ProxySource } from '@gleaner/proxies'
import type { Logger } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'

/** A page, what it came through, and how long its attempt took. */
export interface KeptPage {
  page: FetchedPage
  source: ProxySource
  durationMs: number
}

/**
 * Pages that were fetched for items of crawls and are not settled yet: they outlive this process, so that a crawl whose worker is killed asks
 * its target only for what was under way there. They are sealed, and are gone after two minutes at most.
 */
export interface KeptPages {
  /** Keeps the page that an attempt has fetched, without waiting for it. */
  keep(job: ClaimedJob, fetched: KeptPage): void
  /** What an earlier run of the same attempt has fetched; undefined when there is none, or Redis is away. */
  find(job: ClaimedJob): Promise<KeptPage | undefined>
  /** Its job is settled. */
  drop(job: ClaimedJob): void
}

/** Claims end after seconds, but jobs that lost their worker wait for each other. */
const KEEP_MS = 120_000

/** Nearly all pages are smaller; the others are fetched again. In bytes. */
const MAX_BYTES = MEGABYTE

/** Pages of settled jobs are dropped together, in milliseconds: one command for each would cost as much as keeping it. */
const DROP_EVERY_MS = 250

export function createKeptPages(
  { secretBox }: Pick<JobsContext, 'secretBox'>,
  redis: Connections['redis'],
  logger: Logger,
): KeptPages {
  const onError = (error: unknown) => logger.warn({ err: error }, 'fetched pages cannot be kept')

  let dropped: string[] = []

  function dropAll(): void {
    redis.unlink(dropped).catch(onError)
    dropped = []
  }

  return {
    keep(job, { page, source, durationMs }) {
      if (!mayKeep(job)) return
      // Pictures and PDFs would be most of it.
      if (page.body.byteLength > MAX_BYTES || page.screenshot || page.pdf || page.actionResults) return
      const sealed = secretBox.seal(
        serialize({ page, source, durationMs } satisfies KeptPage),
        contextOf(job),
      )
      redis.set(keyOf(job), Buffer.from(sealed.buffer), 'PX', KEEP_MS).catch(onError)
    },
    async find(job) {
      if (!mayKeep(job) || job.fence === 1) return undefined
      try {
        const sealed = await redis.getBuffer(keyOf(job))
        if (!sealed) return undefined
        return deserialize(secretBox.openBytes(sealed, contextOf(job)))
      } catch (error) {
        onError(error)
        return undefined
      }
    },
    drop(job) {
      if (!mayKeep(job)) return
      if (dropped.length === 0) setTimeout(dropAll, DROP_EVERY_MS).unref()
      dropped.push(keyOf(job))
    },
  }
}

/** Items of crawls alone have a line. With a session a page also says how the session was taken, and what has become of it. */
function mayKeep({ line, test, spec }: ClaimedJob): boolean {
  return line !== null && !test && spec.session_id === undefined
}

const keyOf = ({ id, tier }: ClaimedJob) => `gleaner:fetched:${id}:${tier}`
const contextOf = ({ id, tier }: ClaimedJob) => `page fetched for job ${id} at tier ${tier}`
