import type { Caller } from '@gleaner/accounts'
import { ApiError, type CrawlPlan } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { splitRequest } from '@gleaner/jobs'
import { abandonMap, awaitMap, beginMap, enqueueMap, type MapCount, readPieces } from '@gleaner/maps/life'
import { QueueUnavailable } from '@gleaner/queue'
import type { Context } from '../context.ts'

/** How long a site may be looked at, in seconds. */
const TIMEOUT_SECONDS = 30

/** Has a crawler look at the site and count what the crawl would find, free of charge. Throws ALL_TIERS_FAILED when the site cannot be read, and
 * CONCURRENCY_LIMITED when the account asks for too many at once. */
export async function countPages(
  { jobs }: Pick<Context, 'jobs'>,
  { accountId, apiKeyId, test }: Caller,
  plan: CrawlPlan,
  signal: AbortSignal,
): Promise<MapCount> {
  const asked = { accountId, apiKeyId, test, request: questionOf(plan) }
  const id = await transaction(jobs.pool, (sql) => beginMap(sql, asked))
  try {
    await enqueueMap(jobs.producer, id)
    const map = await awaitMap(jobs, accountId, id, signal)
    if (map?.error) throw new ApiError(map.error.code, map.error.message, map.error.details)
    if (!map) throw new ApiError('SERVICE_UNAVAILABLE', NOT_IN_TIME)
    const pieces: Buffer[] = []
    for await (const piece of readPieces(jobs.pool, map)) pieces.push(piece)
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch (error) {
    // It has ended already, or nobody waits for it any more.
    await abandonMap(jobs, id, { code: 'CANCELLED', message: 'Nobody waits for it.' }).catch(() => {})
    if (error instanceof QueueUnavailable) throw new ApiError('QUEUE_UNAVAILABLE', NOT_QUEUED)
    throw error
  }
}

function questionOf(plan: CrawlPlan) {
  const { max_pages, max_depth, sitemap, sitemap_path, include_patterns, exclude_patterns } = plan
  return {
    // A site is looked at as by a visitor who is not signed in.
    url: splitRequest(plan.scrape).spec.url,
    max_pages,
    max_depth: max_depth < 2 ? max_depth : undefined,
    include_patterns,
    exclude_patterns,
    sitemap: max_depth === 0 ? ('skip' as const) : sitemap,
    sitemap_path,
    include_metadata: false,
    include_subdomains: plan.include_subdomains,
    respect_robots: plan.respect_robots,
    timeout: TIMEOUT_SECONDS,
    only_count: true as const,
  }
}

const NOT_IN_TIME = 'The site was not looked at in time. Repeat the request.'
const NOT_QUEUED = 'The queue cannot be reached; nothing was asked. Repeat the request.'
