import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SessionValidation } from '../schemas/session-validation.ts'

export const validateSession = endpoint({
  method: 'POST',
  path: '/sessions/{session_id}/validate',
  summary: 'Ask the website whether a stored login still works.',
  description:
    'Makes a few requests to the site with the stored cookies and headers and, to compare, without; in a browser where plain requests tell nothing. A confidence of 50 and above makes the session `active`, less makes it `invalid`. Where the site does not answer, or takes the service for a robot, nothing is known and the session stays as it is. Costs nothing. 503: it takes longer than 100 seconds, and goes on; `GET /sessions/{session_id}` will tell. With a test key no request is made: only the expiry counts.',
  auth: 'apiKeyOrBearer',
  takesSlot: true,
  idempotent: false,
  // `interface.md`, Session limits.
  limitPerAccount: { requests: 5, seconds: 60 },
  params: z.object({ session_id: z.string() }),
  responses: { 200: SessionValidation },
  errors: ['SESSION_NOT_FOUND', 'SESSION_INACTIVE', 'QUEUE_UNAVAILABLE'],
})
