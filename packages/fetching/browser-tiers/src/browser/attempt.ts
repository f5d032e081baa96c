import { AddressNotAllowed } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import { mayShareContext, plainHttpRefusal } from '@gleaner/http-tiers'
import { BrowserLost } from './budgets/browser-lost.ts'
import { overBudget } from './budgets/page-budgets.ts'
import { failureOf } from './page/page-failure.ts'
import type { Lease, LeaseOptions } from './pool/lease.ts'
import type { BrowserPool } from './pool/pool.ts'
import type { Progress } from './progress.ts'

/**
 * Runs one attempt on a page of the pool. Whatever a target does becomes an outcome. When a browser dies under a GET,
 * the request is made once more in a browser of its own: another page may have been the cause, and if it was this one,
 * no other suffers the second time. Anything but a GET has a browser of its own from the start, as it cannot be
 * repeated when another page ends the browser.
 */
export async function attemptInBrowser(
  pool: BrowserPool,
  request: FetchRequest,
  signal: AbortSignal,
  work: (lease: Lease, progress: Progress) => Promise<FetchOutcome>,
  visible = takesPictures(request),
): Promise<FetchOutcome> {
  const refusal = refusalOf(pool, request)
  if (refusal) return refusal
  for (let attempt = 1; ; attempt++) {
    const progress: Progress = { sent: false }
    const alone = attempt > 1 || (request.method !== 'GET' && !request.site)
    try {
      const visit = (lease: Lease) => work(lease, progress)
      return withSetValues(await pool.withPage(leaseFor(request, visible, alone), visit, signal), progress)
    } catch (error) {
      if (signal.aborted) return timedOut(progress)
      const isLost = error instanceof BrowserLost
      if (isLost && attempt < MAX_ATTEMPTS && (request.method === 'GET' || !progress.sent)) continue
      const cause = isLost && attempt === MAX_ATTEMPTS ? overBudget.fatal() : error
      return withSetValues(await failureOf(cause, request, pool.egress, progress), progress)
    }
  }
}

const MAX_ATTEMPTS = 2

/** Of a failure; a page has them already. */
function withSetValues(outcome: FetchOutcome, { setValues }: Progress): FetchOutcome {
  return outcome.kind === 'failed' && setValues ? { ...outcome, setValues: setValues.values() } : outcome
}

function leaseFor(request: FetchRequest, visible: boolean, alone: boolean): LeaseOptions {
  const { url, proxy, share, site } = request
  const personal = visible || !mayShareContext(request)
  const device = request.browser?.mobile ? 'phone' : 'desktop'
  return { url, device, proxy, share, visible, alone, personal, offline: site !== undefined }
}

function takesPictures({ browser }: FetchRequest): boolean {
  return Boolean(
    browser?.viewport ||
      browser?.screenshot ||
      browser?.pdf ||
      browser?.actions?.some(({ type }) => type === 'screenshot'),
  )
}

function timedOut({ sent }: Progress): FetchOutcome {
  return { kind: 'failed', reason: 'timeout', detail: 'The page did not come in time', mayHaveBeenSent: sent }
}

/** Schemes and addresses that are refused before a browser sees them: Chromium itself would open `file:` and `chrome:`. */
function refusalOf({ egress }: BrowserPool, request: FetchRequest): FetchOutcome | undefined {
  try {
    const detail = plainHttpRefusal(request, egress.checkUrl(request.url).href)
    return detail === undefined ? undefined : refused(detail)
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return refused(error.message)
  }
}

function refused(detail: string): FetchOutcome {
  return { kind: 'failed', reason: 'not_allowed', detail, mayHaveBeenSent: false }
}
