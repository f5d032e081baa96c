import type { Wall } from '@gleaner/contracts'
import { isWithinDomain } from '@gleaner/cookies'
import type { FetchedPage, FetchOutcome } from '@gleaner/fetch-engine'
import { isSignInWall, readSignInSigns } from '@gleaner/login-state'
import type { SessionUse, UseResult } from '@gleaner/sessions'
import { HIDDEN } from '../attempt/redaction/replacer.ts'
import type { JobSession } from './open-job-session.ts'

/** What an attempt says of the session that it was sent with; undefined: it was sent with none. */
export function useOf(
  jobSession: JobSession,
  requestedUrl: string,
  outcome: FetchOutcome,
): SessionUse | undefined {
  if (jobSession.kind !== 'opened') return undefined
  const { version, domain } = jobSession.session
  const result = judge(requestedUrl, outcome)
  const page = result === 'accepted' && outcome.kind === 'page' && pageOf(outcome.page.finalUrl, domain)
  return { version, result, ...(page && { page }) }
}

/** Who stands before a page that wants a login: a form, a redirect there, a 401. */
const LOGIN_WALLS: ReadonlySet<Wall> = new Set(['login', 'http_auth'])

function judge(requestedUrl: string, outcome: FetchOutcome): UseResult {
  if (outcome.kind === 'page') return isWall(requestedUrl, outcome.page) ? 'rejected' : 'accepted'
  return outcome.kind === 'blocked' && LOGIN_WALLS.has(outcome.wall) ? 'rejected' : 'unknown'
}

/** Of a page that passed for an answer: a closer look than each page without a session gets. */
function isWall(requestedUrl: string, { headers, ...page }: FetchedPage): boolean {
  const redirectChain = page.redirectChain.map(({ url }) => url)
  const contentType = headers['content-type']
  return isSignInWall(readSignInSigns({ ...page, redirectChain, requestedUrl, contentType }))
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
