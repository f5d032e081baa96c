import { z } from 'zod'
import { SESSION_STATUSES } from './sessions.ts'

/** What came of a session's validation. `valid` and `reason` are there for clients that look for them. */
export const SessionValidation = z.object({
  id: z.uuid(),
  name: z.string(),
  domain: z.string(),
  status: z.enum(SESSION_STATUSES).describe('After the validation.'),
  is_valid: z.boolean(),
  valid: z.boolean().describe('The same as `is_valid`.'),
  confidence: z
    .number()
    .int()
    .min(0)
    .max(100)
    .describe(
      'How sure it is that the session is signed in: 50 and above makes it `active`, less `invalid`. 50 where nothing is known.',
    ),
  http_status: z
    .number()
    .int()
    .describe('Of the answer to the request with the session; 0: there was no answer, or no request.'),
  detected_user: z.string().nullable().describe('What the signed-in user is called on the page.'),
  cookie_expiry_detected: z.iso.datetime().nullable(),
  cookies_expiring_soon: z.boolean(),
  indicators_found: z
    .object({ account_links: z.array(z.string()), user_elements: z.array(z.string()) })
    .describe('What on the page shows that somebody is signed in.'),
  consecutive_failures: z.number().int(),
  details: z.string().describe('Why, in a sentence.'),
  reason: z.string().nullable().describe('The same as `details` where the session is not valid.'),
})
export type SessionValidation = z.infer<typeof SessionValidation>
