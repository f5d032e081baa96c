import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { PageQuery } from '../schemas/page.ts'
import { SessionAudit, SessionShare } from '../schemas/session-sharing.ts'
import { Session } from '../schemas/sessions.ts'

const endpoint = endpointsIn('Sessions')

const common = {
  auth: 'apiKeyOrBearer',
  limitPerAccount: { requests: 30, seconds: 60 },
  params: inPath('session_id'),
} as const

export const shareSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/share',
  summary:
    'Let the members of an organization use a login session. For admins and the owner of the organization.',
  description:
    'Members scrape with it, read and validate it; only its own account changes it. A session is shared with one organization: another one replaces it. Sharing ends when you leave the organization, and when the organization or the session is deleted; scrapes that wait then go without it. A session that an organization owns is its members’ anyway (409).',
  ...common,
  role: 'admin',
  body: SessionShare,
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE', 'NOT_FOUND', 'CONFLICT'],
})

export const unshareSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/unshare',
  summary:
    'End the sharing of a login session. For its own account, and for admins and the owner of the organization.',
  ...common,
  role: 'admin',
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE'],
})

export const getSessionAudit = endpoint({
  method: 'GET',
  path: '/sessions/{session_id}/audit',
  summary: 'Who did what with a login session, newest first, each use included.',
  ...common,
  query: PageQuery,
  responses: { 200: SessionAudit },
  errors: ['SESSION_NOT_FOUND'],
})
