import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { GivenName } from '../fields/names.ts'
import { time } from '../fields/times.ts'
import { SESSION_STATUSES } from './sessions.ts'

/** What came of a session's validation. `valid` and `reason` are there for clients that look for them. */
export const SessionValidation = z.object({
  id: ownId('session_id'),
  name: GivenName,
  domain: z.string().describe('The host that its cookies belong to.'),
  status: z.enum(SESSION_STATUSES).describe('After the validation.'),
  is_valid: z.boolean().describe('Whether somebody is signed in with it.'),
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
  detected_user: z
    .string()
    .nullable()
    .describe('What the signed-in user is called on the page; null where that was not found.'),
  cookie_expiry_detected: time('When the last of its cookies ends; null where that is unknown.').nullable(),
  cookies_expiring_soon: z
    .boolean()
    .describe('Whether that is soon, as of an `expiry_status` of `expiring`.'),
  indicators_found: z
    .object({
      account_links: z.array(z.string()).describe('Links such as those to an account or to sign out.'),
      user_elements: z.array(z.string()).describe('Elements that show who is signed in.'),
    })
    .describe('What on the page shows that somebody is signed in.'),
  consecutive_failures: z.number().int().describe('Uses in a row that ended at a sign-in page.'),
  details: z.string().describe('Why, in a sentence.'),
  reason: z.string().nullable().describe('The same as `details`; null where the session is valid.'),
})
export type SessionValidation = z.infer<typeof SessionValidation>
