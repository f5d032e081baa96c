import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { SessionCreate, SessionQuery, SessionRefresh, SessionUpdate } from '../schemas/session-requests.ts'
import { Session, SessionDeleted, SessionList } from '../schemas/sessions.ts'

const endpoint = endpointsIn('Sessions', 'Logins of yours at websites, to scrape what only their users see.')

const params = inPath('session_id')

const MINUTE = 60
const TEN_A_MINUTE = { requests: 10, seconds: MINUTE }
const THIRTY_A_MINUTE = { requests: 30, seconds: MINUTE }

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: "List the account's login sessions, newest first.",
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  limitPerAccount: THIRTY_A_MINUTE,
  query: SessionQuery,
  responses: { 200: SessionList },
  errors: [],
})

export const createSession = endpoint({
  method: 'POST',
  path: '/sessions',
  summary: 'Store a login session: the cookies, and headers, of somebody who is signed in at a website.',
  description:
    'Values are sealed and never shown again: replies name cookies and headers only. They are sent to the `domain` and its subdomains, and nowhere else. Cookies of other sites and expired ones are left out. A domain that strangers share (`co.uk`, `github.io`) is a 400.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  takesSlot: true,
  idempotent: true,
  limitPerAccount: TEN_A_MINUTE,
  body: SessionCreate,
  responses: { 200: Session },
  errors: ['SESSION_LIMIT_REACHED'],
})

export const getSession = endpoint({
  method: 'GET',
  path: '/sessions/{session_id}',
  summary: 'Read a login session without its values, also after it was deleted.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  limitPerAccount: THIRTY_A_MINUTE,
  params,
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND'],
})

export const updateSession = endpoint({
  method: 'PATCH',
  path: '/sessions/{session_id}',
  summary: 'Change the named fields of a login session.',
  description:
    '`cookies` and `headers` replace all that there are, make it `active` again and forget its failures. A later `expires_at` makes an expired session `active`. Null clears `headers`, `expires_at`, `notes` and `user_agent`.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: THIRTY_A_MINUTE,
  params,
  body: SessionUpdate,
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE', 'CONFLICT'],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  summary: 'Delete a login session. Its values are gone at once; its audit can still be read.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: THIRTY_A_MINUTE,
  params,
  description: 'A published client that reads a body in each reply, told by its User-Agent, is answered 200.',
  responses: { 200: SessionDeleted, 204: NO_BODY },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE'],
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/refresh',
  summary: 'Bring the cookies of a new sign-in. The session is `active` again.',
  description:
    '`cookies` replace all that there are; headers stay, unless others are given. An `expires_at` that has passed is dropped. Without a body, or with an empty one, nothing is replaced: the session is validated, as by `POST /sessions/{session_id}/validate`.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  takesSlot: true,
  idempotent: true,
  limitPerAccount: TEN_A_MINUTE,
  params,
  body: SessionRefresh.optional(),
  responses: { 200: Session },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE', 'CONFLICT', 'QUEUE_UNAVAILABLE'],
})
