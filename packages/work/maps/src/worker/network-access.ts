import { LIMITS } from '@gleaner/contracts/limits'
import type { Egress } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { withTargetRetry } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import { deadlineSignal } from '@gleaner/runtime'
import { createSiteReader } from '@gleaner/site-files/sitemaps'
import type { PageAnswer, SiteAccess } from '../read/site-access.ts'

export interface NetworkOptions {
  egress: Egress
  /** What tier 1 says who it is. */
  userAgent?: string | undefined
}

export interface NetworkAccess extends SiteAccess {
  close(): Promise<void>
}

/** A page that takes longer is done without, so that a slow one does not take the time of all. */
const PAGE_MS = 15_000

/** Sites over the network, by the plain requests of tiers 1 and 2. */
export function createNetworkAccess({ egress, userAgent }: NetworkOptions): NetworkAccess {
  const one = withTargetRetry(createCurlFetcher({ egress, userAgent }))
  const two = createHttpFetcher({ egress })
  const reader = createSiteReader({ egress, userAgent })

  async function fetch(url: string, signal: AbortSignal): Promise<FetchOutcome> {
    using deadline = deadlineSignal(PAGE_MS, [signal])
    const request: FetchRequest = { url, method: 'GET', maxBytes: LIMITS.targetBodyHighVolume }
    const plain = await one.fetch(request, deadline.signal)
    if (deadline.signal.aborted) return plain
    if (isIncomplete(plain)) return await one.fetch({ ...request, takesWalls: true }, deadline.signal)
    return isWorthAnotherTier(plain) ? await two.fetch(request, deadline.signal) : plain
  }

  return {
    robots: (siteUrl, signal) => reader.readRobots(siteUrl, { signal }),
    page: async (url, signal) => answerOf(await fetch(url, signal)),
    sitemaps: (siteUrl, options) => reader.readSitemaps(siteUrl, options),
    async close() {
      await Promise.all([one.close(), two.close(), reader.close()])
    },
  }
}

/** A page that waits for its scripts, or stands behind a question: it may have links all the same. */
function isIncomplete(outcome: FetchOutcome): boolean {
  if (outcome.kind === 'blocked') return outcome.wall === 'login' || outcome.wall === 'consent'
  return outcome.kind === 'failed' && outcome.reason === 'empty_shell'
}

/** Something between us and the page, that may let a browser's headers through. */
function isWorthAnotherTier(outcome: FetchOutcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'blocked'
  return !outcome.unreachable && ['server_error', 'network_error', 'broken_body'].includes(outcome.reason)
}

function answerOf(outcome: FetchOutcome): PageAnswer {
  if (outcome.kind !== 'page') return { kind: 'none', detail: outcome.detail }
  const { finalUrl, status, headers, body } = outcome.page
  return { kind: 'page', finalUrl, status, contentType: headers['content-type'], body }
}
