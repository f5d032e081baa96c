import type { Wall } from '@gleaner/contracts'
import { isWithinDomain } from '@gleaner/cookie-rules'
import type { FetchOutcome } from '@gleaner/http-tiers'
import { isSignInWall } from '@gleaner/login-state'
import type { SessionUse, UseResult } from '@gleaner/sessions'
import { HIDDEN } from '../attempt/redaction/replacer.ts'
import type { JobSession } from './open-job-session.ts'
import { signsOfPage } from './page-signs.ts'

/** What an attempt says of the session that it was sent with; undefined: it was sent with none. */
export function useOf(
  jobSession: JobSession,
  requestedUrl: string,
  outcome: FetchOutcome,
): SessionUse | undefined {
  if (jobSession.kind !== 'opened') return undefined
  // It was of no use there, and says nothing.
  if (outcome.kind === 'failed' && outcome.reason === 'needs_browser') return undefined
  const { version, domain } = jobSession.session
  const result = judge(requestedUrl, outcome)
  const page = result === 'accepted' && outcome.kind === 'page' && pageOf(outcome.page.finalUrl, domain)
  return { version, result, ...(page && { page }) }
}

/** Who stands before a page that wants a login: a form, a redirect there, a 401. */
const LOGIN_WALLS: ReadonlySet<Wall> = new Set(['login', 'http_auth'])

function judge(requestedUrl: string, outcome: FetchOutcome): UseResult {
  // A closer look at what passed for an answer than each page without a session gets.
  if (outcome.kind === 'page')
    return isSignInWall(signsOfPage(requestedUrl, outcome.page)) ? 'rejected' : 'accepted'
  return outcome.kind === 'blocked' && LOGIN_WALLS.has(outcome.wall) ? 'rejected' : 'unknown'
}

/** Longest address that is remembered. */
const MAX_PAGE = 2_000

/** A page of the session's domain by its address, without the query, which may hold what only this user may know. */
function pageOf(finalUrl: string, domain: string): string | undefined {
  const url = URL.parse(finalUrl)
  if (!url || !isWithinDomain(url.hostname, domain)) return undefined
  const page = url.origin + url.pathname
  // An address that held a secret is none that can be asked again.
  return page.length <= MAX_PAGE && !page.includes(HIDDEN) ? page : undefined
}
