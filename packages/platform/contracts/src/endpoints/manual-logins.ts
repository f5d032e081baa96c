import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import {
  ManualLogin,
  ManualLoginBegun,
  ManualLoginCreate,
  ManualLoginKeep,
  ManualLoginList,
  ManualLoginTicket,
  ManualLoginTicketCreate,
} from '../schemas/manual-logins.ts'
import { Session } from '../schemas/sessions.ts'

const endpoint = endpointsIn(
  'Logins by hand',
  'A browser of the service in which you sign in yourself, and whose cookies become a session.',
)

const params = inPath('manual_login_id')
const MINUTE = 60

export const createManualLogin = endpoint({
  method: 'POST',
  path: '/manual-logins',
  summary: 'Open a browser to sign in by hand.',
  description:
    'The reply has a ticket for the WebSocket on which the browser is shown and worked with: JPEGs and keystrokes pass sealed, and are stored nowhere. An account has two at once. One ends after 3 minutes without a hand and after 15 in all. Its price is held, taken when it ends, and given back where no browser came or the service lost it. Test keys cannot: their pages have no sign-in.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  takesSlot: true,
  limitPerAccount: { requests: 10, seconds: MINUTE },
  body: ManualLoginCreate,
  responses: { 201: ManualLoginBegun },
  errors: ['URL_NOT_ALLOWED', 'INSUFFICIENT_BALANCE', 'QUEUE_UNAVAILABLE'],
})

export const listManualLogins = endpoint({
  method: 'GET',
  path: '/manual-logins',
  summary: 'List the logins by hand that you have begun and that have not ended.',
  description: 'Whoever lost sight of one goes on with it by another ticket.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  responses: { 200: ManualLoginList },
  errors: [],
})

export const getManualLogin = endpoint({
  method: 'GET',
  path: '/manual-logins/{manual_login_id}',
  summary: 'Read how a login by hand stands, for a day.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 200: ManualLogin },
  errors: ['NOT_FOUND'],
})

export const createManualLoginTicket = endpoint({
  method: 'POST',
  path: '/manual-logins/{manual_login_id}/tickets',
  summary: 'Get a ticket for another viewer, who takes the place of the one before.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  takesSlot: false,
  idempotent: false,
  limitPerAccount: { requests: 60, seconds: MINUTE },
  params,
  body: ManualLoginTicketCreate.default({}),
  responses: { 201: ManualLoginTicket },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const keepManualLogin = endpoint({
  method: 'POST',
  path: '/manual-logins/{manual_login_id}/keep',
  summary: 'Keep what the browser is signed in with as a session, and end the login.',
  description:
    'Its cookies for the domain are sealed as those of `POST /sessions` are, and so is what its origins have stored for their scripts (`localStorage`, `sessionStorage`): at most 512 KB, the smallest items first. Where they make no session, the error says why and the browser stays open. Repeated, it answers the same session.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: { requests: 30, seconds: MINUTE },
  params,
  body: ManualLoginKeep.default({}),
  responses: { 200: Session },
  errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_LIMIT_REACHED', 'INSUFFICIENT_BALANCE'],
})

export const endManualLogin = endpoint({
  method: 'DELETE',
  path: '/manual-logins/{manual_login_id}',
  summary: 'End a login by hand without a session. Its browser is closed and forgotten.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})
