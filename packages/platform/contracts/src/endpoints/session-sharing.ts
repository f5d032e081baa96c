import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PageQuery } from '../schemas/page.ts'
import { SessionAudit, SessionShare } from '../schemas/session-sharing.ts'
import { Session } from '../schemas/sessions.ts'

/** `interface.md`, Session limits. */
const common = {
  auth: 'apiKeyOrBearer',
  limitPerAccount: { requests: 30, seconds: 60 },
  params: z.object({ session_id: z.string() }),
} as const

export const shareSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/share',
  summary:
    'Let the members of an organization use a stored login. For admins and the owner of the organization.',
  description:
    'Members scrape with it, and read what is known of it; only its own account changes it. A session is shared with one organization: another one takes its place. It ends when you leave the organization.',
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
    'Share a stored login with nobody any more. For its own account, and for admins and the owner of the organization.',
  ...common,
  role: 'admin',
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE'],
})

export const getSessionAudit = endpoint({
  method: 'GET',
  path: '/sessions/{session_id}/audit',
  summary: 'Who did what with a stored login, newest first; each use of it as well.',
  ...common,
  query: PageQuery,
  responses: { 200: SessionAudit },
  errors: ['SESSION_NOT_FOUND'],
})
