import { BROWSER_TIERS, type Tier } from '@gleaner/contracts/tier'
import { type Cookie, isWithinDomain } from '@gleaner/cookie-rules'
import type { FetchOutcome } from '@gleaner/http-tiers'
import type { ClaimedJob } from '@gleaner/jobs'
import { isSignInWall } from '@gleaner/login-state'
import type { SessionSecrets } from '@gleaner/sessions'
import { isOfNobody } from './headers-of-nobody.ts'
import type { JobSession } from './open-job-session.ts'
import { signsOfPage } from './page-signs.ts'

/** Whether a session shows who asks by its storage alone: a tier without a browser has nothing to send. */
export function isForBrowsers({ cookies, headers, storage }: SessionSecrets, url: string): boolean {
  if (storage.length === 0) return false
  const { hostname } = new URL(url)
  return !cookies.some((cookie) => reaches(cookie, hostname)) && Object.keys(headers).every(isOfNobody)
}

function reaches({ domain, hostOnly }: Cookie, host: string): boolean {
  return hostOnly ? host === domain : isWithinDomain(host, domain)
}

/** What comes of an attempt that a tier without a browser cannot make; undefined: it can. */
export function refuseWithoutBrowser(
  tier: Tier,
  { spec }: Pick<ClaimedJob, 'spec'>,
  jobSession: JobSession,
): FetchOutcome | undefined {
  if (BROWSER_TIERS.has(tier) || jobSession.kind !== 'opened' || spec.supplied) return undefined
  return isForBrowsers(jobSession.session, spec.url) ? needsBrowser(false) : undefined
}

/**
 * An outcome as what it is for a session with a storage: a sign-in page that came without a browser says that its cookies do not do, and a
 * browser that the job may use is asked then. Nothing else is.
 */
export function climbForStorage(
  tier: Tier,
  { spec, plan, holdMicros }: Pick<ClaimedJob, 'spec' | 'plan' | 'holdMicros'>,
  jobSession: JobSession,
  outcome: FetchOutcome,
): FetchOutcome {
  if (BROWSER_TIERS.has(tier) || jobSession.kind !== 'opened' || jobSession.session.storage.length === 0)
    return outcome
  if (spec.method !== 'GET' || outcome.kind !== 'page') return outcome
  const mayClimb = plan.steps.some((step) => BROWSER_TIERS.has(step.tier) && step.priceMicros <= holdMicros)
  return mayClimb && isSignInWall(signsOfPage(spec.url, outcome.page)) ? needsBrowser(true) : outcome
}

function needsBrowser(mayHaveBeenSent: boolean): FetchOutcome {
  return {
    kind: 'failed',
    reason: 'needs_browser',
    detail: 'The session signs in by what a browser has stored',
    mayHaveBeenSent,
  }
}
