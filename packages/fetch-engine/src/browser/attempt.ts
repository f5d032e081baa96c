import { AddressNotAllowed } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '../fetcher.ts'
import { BrowserLost, type Lease, type LeaseOptions } from './lease.ts'
import type { BrowserPool } from './pool.ts'
import { failureOf } from './visit-failure.ts'

/** What an attempt did before it failed, as far as it decides on trying again. */
export interface Progress {
  /** The request went out to the target. */
  sent: boolean
}

/**
 * Runs one attempt on a page of the pool. Whatever a target does becomes an outcome. A browser that dies under a GET
 * is replaced and the request made once more.
 */
export async function attemptInBrowser(
  pool: BrowserPool,
  request: FetchRequest,
  signal: AbortSignal,
  work: (lease: Lease, progress: Progress) => Promise<FetchOutcome>,
  visible = takesPictures(request),
): Promise<FetchOutcome> {
  const refused = refusalOf(pool, request.url)
  if (refused) return refused
  for (let attempt = 1; ; attempt++) {
    const progress: Progress = { sent: false }
    try {
      return await pool.withPage(leaseFor(request, visible), (lease) => work(lease, progress), signal)
    } catch (error) {
      if (signal.aborted) return timedOut(progress)
      const again = error instanceof BrowserLost && (request.method === 'GET' || !progress.sent)
      if (again && attempt < MAX_ATTEMPTS) continue
      return failureOf(error, request, pool.egress, progress)
    }
  }
}

const MAX_ATTEMPTS = 2

function leaseFor(request: FetchRequest, visible: boolean): LeaseOptions {
  const { proxy, cookies, headers, authorization, method, body, browser } = request
  const carriesSomething =
    [cookies, headers].some((given) => Object.keys(given ?? {}).length > 0) ||
    body !== undefined ||
    authorization !== undefined
  return {
    proxy,
    visible,
    personal: carriesSomething || method !== 'GET' || Boolean(browser?.actions?.length),
  }
}

function takesPictures({ browser }: FetchRequest): boolean {
  return Boolean(
    browser?.screenshot || browser?.pdf || browser?.actions?.some(({ type }) => type === 'screenshot'),
  )
}

function timedOut({ sent }: Progress): FetchOutcome {
  return { kind: 'failed', reason: 'timeout', detail: 'The page did not come in time', mayHaveBeenSent: sent }
}

/** Schemes and addresses that are refused before a browser sees them: Chromium itself would open `file:` and `chrome:`. */
function refusalOf({ egress }: BrowserPool, url: string): FetchOutcome | undefined {
  try {
    egress.checkUrl(url)
    return undefined
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return { kind: 'failed', reason: 'not_allowed', detail: error.message, mayHaveBeenSent: false }
  }
}
