import { type History, isStartPage, noteScrape, type TrackedScrape } from '@gleaner/change-tracking'
import { type Queryable, retryWhileUnavailable } from '@gleaner/db'
import type { Tracked, TrackingRequest } from '@gleaner/extract'
import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'
import { type Fetched, isForeign } from './fetched.ts'

/** How a fetched page is compared with its history, where its job asks for that. */
export interface Tracking {
  /** Absent: it is not compared. */
  request?: TrackingRequest
  /** Why it is not, for its caller; `tracked`: what came of the comparison. */
  warnings(tracked: Tracked | undefined): string[]
  /** What is written with the job's end; undefined where its history stays as it is. */
  noteOf(tracked: Tracked | undefined): Note | undefined
}

export type Note = (sql: Queryable) => Promise<void>

type Context = Pick<TierContext, 'jobs' | 'histories'>

/** Undefined where the job does not name the format `change_tracking`. */
export async function openTracking(
  ctx: Context,
  job: ClaimedJob,
  fetched: Fetched,
): Promise<Tracking | undefined> {
  if (!job.spec.formats?.includes('change_tracking')) return undefined
  const opened = await retryWhileUnavailable(() => open(ctx, job, fetched), PATIENCE_MS)
  if (typeof opened === 'string') return { warnings: () => [warning(opened)], noteOf: () => undefined }
  const { history, request } = opened
  return {
    request,
    warnings: (tracked) => (tracked && 'fault' in tracked ? [warning(tracked.fault)] : []),
    noteOf: (tracked) =>
      tracked && !('fault' in tracked) ? (sql) => noteScrape(sql, history, tracked) : undefined,
  }
}

const warning = (why: string) => `content.change_tracking is null: ${why}.`

/** By which a site says that it has no such page, or not any more. */
const GONE: readonly number[] = [404, 410]

/** The reason, where the page is compared with nothing. */
async function open(
  ctx: Context,
  job: ClaimedJob,
  fetched: Fetched,
): Promise<string | { history: History; request: TrackingRequest }> {
  if (isForeign(fetched)) return 'no history is kept of pages that are read with a session of another account'
  if (fetched.use?.result === 'rejected')
    return 'the page was not read with the login that its session stands for'
  const { status } = fetched.page
  const isGone = GONE.includes(status)
  if (status >= 400 && !isGone) return `the page answered with status ${status}`
  const scrape = scrapeOf(job, fetched)
  const history = isGone ? await ctx.histories.find(scrape) : await ctx.histories.open(scrape)
  if (history === 'full')
    return 'the versions that are kept for this account take as much as they may (TRACKING_MB)'
  if (!history || (isGone && history.version === null))
    return `the page answered with status ${status}, and has not been scraped before`
  return {
    history,
    request: {
      mode: job.spec.advanced.change_tracking?.mode ?? 'semantic',
      previousScrapeAt: history.scrapedAt?.toISOString() ?? null,
      // One that was gone and is back is new.
      ...(history.version && !history.isGone && { before: history.version }),
      isGone,
      isNamedOnly: job.line !== null && (await isStartPage(ctx.jobs.pool, job.batchId!, job.id)),
    },
  }
}

function scrapeOf(job: ClaimedJob, fetched: Fetched): TrackedScrape {
  const { accountId, spec, test } = job
  return {
    accountId,
    url: spec.url,
    shownUrl: job.url,
    tag: spec.advanced.change_tracking?.tag,
    login: loginOf(job, fetched),
    parts: partsOf(spec.advanced),
    isTest: test,
  }
}

/**
 * Each session is a login of its own. What a request brings along (cookies, headers, actions, a login in the address) is one, whatever its values
 * are: they change from one request to the next, and tags tell logins apart.
 */
function loginOf({ spec, secrets }: ClaimedJob, { jobSession }: Fetched): string | null {
  const logins = [
    ...(jobSession.kind === 'opened' ? [`session ${spec.session_id}`] : []),
    ...(Object.keys(secrets).length > 0 ? ['own'] : []),
  ]
  return logins.length > 0 ? logins.join(', ') : null
}

/** Selectors that choose what is read of the page. */
function partsOf({
  include_selectors: include = [],
  exclude_selectors: exclude = [],
}: ClaimedJob['spec']['advanced']): string | undefined {
  return include.length + exclude.length > 0 ? JSON.stringify([include, exclude]) : undefined
}
