import { z } from 'zod'
import { LIMITS } from '../limits.ts'

/** RFC 6265 cookie-octets without what would end the value or start another cookie; browsers keep the rest of what it forbids. */
export const CookieValue = z
  .string()
  .regex(/^[^\x00-\x1f\x7f;]*$/, 'must not contain control characters or ";"')

/** A token (RFC 6265 section 4.1.1). */
export const CookieName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a valid cookie name')

/** Cookies by name. */
export const Cookies = z
  .record(CookieName, CookieValue)
  .refine((all) => Object.keys(all).length <= LIMITS.inlineCookies, {
    message: `at most ${LIMITS.inlineCookies} cookies`,
  })
