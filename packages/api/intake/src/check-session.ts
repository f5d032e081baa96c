import type { StandingCaller } from '@gleaner/accounts'
import { ApiError, covers, invalidRequest, type ScrapeRequest, sessionIdOf } from '@gleaner/contracts'
import { isWithinDomain } from '@gleaner/cookie-rules'
import { findUsable, foreignUseIssues, type UsableSession } from '@gleaner/sessions'
import type { IntakeContext } from './context.ts'

/** What a request says of its session, as far as nobody needs to be asked. Throws SESSION_COOKIES_CONFLICT. */
export function checkSessionFields(request: ScrapeRequest): void {
  if (sessionIdOf(request) === undefined || !request.advanced.cookies) return
  throw new ApiError(
    'SESSION_COOKIES_CONFLICT',
    'session_id and cookies exclude each other; send one of them.',
  )
}

/** The sessions that requests name, as far as the caller may use them; of many requests in one query. */
export async function sessionsOf(
  { jobs }: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  requests: readonly ScrapeRequest[],
): Promise<ReadonlyMap<string, UsableSession>> {
  const ids = new Set(requests.flatMap((request) => sessionIdOf(request) ?? []))
  return ids.size === 0 ? new Map() : await findUsable(jobs.pool, caller, [...ids])
}

/**
 * Throws SESSION_NOT_FOUND, SESSION_INACTIVE, SESSION_EXPIRED or SESSION_DOMAIN_MISMATCH where a request's session cannot be used, and
 * FORBIDDEN or INVALID_REQUEST where who may only use it asks for more than that. `sessions` are those of `sessionsOf`.
 */
export function checkSession(
  { role }: StandingCaller,
  request: ScrapeRequest,
  sessions: ReadonlyMap<string, UsableSession>,
): void {
  const id = sessionIdOf(request)
  if (id === undefined) return
  const session = sessions.get(id)
  if (!session) throw new ApiError('SESSION_NOT_FOUND', `There is no session ${id} in this account.`)
  refuseEnded(session)
  refuseOtherDomain(session, new URL(request.url).hostname)
  if (session.isOwn && covers(role, 'admin')) return
  if (request.advanced.session_update)
    throw new ApiError('FORBIDDEN', `${MAY_ONLY_USE} Leave advanced.session_update out.`)
  const issues = foreignUseIssues(request)
  if (issues.length > 0) throw invalidRequest(issues)
}

const MAY_ONLY_USE =
  'The session may be used by you, and changed by its owner only (in an organization: by an admin or the owner).'

function refuseEnded({ id, status }: UsableSession): void {
  switch (status) {
    case 'inactive':
      throw new ApiError('SESSION_INACTIVE', `The session ${id} was deleted.`)
    case 'expired':
      throw new ApiError('SESSION_EXPIRED', `The session ${id} has expired; bring it new cookies. ${REFRESH}`)
    case 'invalid':
      throw new ApiError(
        'SESSION_EXPIRED',
        `The session ${id} is not signed in any more; bring it new cookies. ${REFRESH}`,
      )
  }
}

const REFRESH = 'POST /sessions/{session_id}/refresh does it.'

function refuseOtherDomain({ domain }: UsableSession, host: string): void {
  if (isWithinDomain(host, domain)) return
  throw new ApiError(
    'SESSION_DOMAIN_MISMATCH',
    `The session is for ${domain} and its subdomains, and cannot be used at ${host}.`,
    { session_domain: domain, url_domain: host },
  )
}
