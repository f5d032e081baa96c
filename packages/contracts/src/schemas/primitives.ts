import { z } from 'zod'
import { COUNTRY_CODES } from '../countries.ts'
import { LIMITS } from '../limits.ts'

/** An absolute http(s) URL as the WHATWG parser reads it. Whether its address may be fetched is the egress door's question. */
export const HttpUrl = z
  .string({
    error: (issue) => (issue.input === undefined ? 'is required: the page to fetch' : 'must be a string'),
  })
  .max(LIMITS.urlChars, `at most ${LIMITS.urlChars.toLocaleString('en')} characters`)
  .refine((text) => !/[\x00-\x1f\x7f]/.test(text.trim()), {
    // The parser would drop them silently; the database takes no null byte.
    message: 'must not contain control characters',
    abort: true,
  })
  .refine((text) => URL.canParse(text.trim()), {
    message: 'must be an absolute URL such as https://example.com/page',
    abort: true,
  })
  .transform((text) => text.trim())

/** ISO 3166-1 alpha-2, in any letter case. */
export const CountryCode = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => COUNTRY_CODES.has(code), 'must be an ISO 3166-1 alpha-2 country code such as "DE"')

/** ISO 639-1, optionally with a region (`pt-BR`). */
export const LanguageCode = z
  .string()
  .regex(/^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/, 'must be an ISO 639-1 language code such as "de"')
