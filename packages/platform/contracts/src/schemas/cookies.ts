import { z } from 'zod'
import { LIMITS } from '../limits.ts'

/** RFC 6265 cookie-octets without what would end the value or start another cookie; browsers keep the rest of what it forbids. */
export const CookieValue = z
  .string()
  .regex(/^[^\x00-\x1f\x7f;]*$/, 'must not contain control characters or ";"')
  .describe('What the cookie holds.')

/** What browsers keep (RFC 6265bis section 5.6), beyond the tokens that servers are told to write: PHP names parts `a[b]`. */
export const CookieName = z
  .string()
  .regex(
    /^[!#-+\-./0-9:<>?@A-Z[\]^_`a-z{|}~]+$/,
    'must be a valid cookie name: letters, digits and marks, without spaces, "=", ";" or ","',
  )
  .describe('Letters, digits and marks; no spaces, `=`, `;` or `,`.')

export const Cookies = z
  .record(CookieName, CookieValue, {
    error: ({ code }) =>
      code === 'invalid_type'
        ? 'must be an object of names and values, such as {"sid": "7f9c2b"}'
        : undefined,
  })
  .refine((all) => Object.keys(all).length <= LIMITS.inlineCookies, {
    message: `at most ${LIMITS.inlineCookies} cookies`,
  })
  .describe('Values of cookies by their names: at most 100.')
