import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { SessionValidation } from '../schemas/session-validation.ts'

const endpoint = endpointsIn('Sessions')

export const validateSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/validate',
  summary: 'Ask the website whether a login session still works.',
  description:
    'Makes a few requests to the site with the session and, to compare, without; in a browser where plain requests show nothing. Free of charge. Where the site does not answer, answers 5xx or takes the service for a robot, nothing is known: the session stays as it is, `confidence` is 50, and `details` says why. Requests at the same time get the same answer. 503: it takes longer than 100 seconds and goes on; `GET /sessions/{session_id}` shows the end. The site is not asked about an expired session, nor with a test key, where only the expiry counts. A session whose last three uses ended at a sign-in page is validated without being asked for.',
  auth: 'apiKeyOrBearer',
  takesSlot: true,
  idempotent: false,
  limitPerAccount: { requests: 5, seconds: 60 },
  params: inPath('session_id'),
  responses: { 200: SessionValidation },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE', 'QUEUE_UNAVAILABLE'],
})
