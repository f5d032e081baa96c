import { z } from 'zod'
import { countryCodeOf, languageCodeOf } from '../codes-of-names.ts'
import { COUNTRY_CODES } from '../countries.ts'
import { LIMITS } from '../limits.ts'

export const NO_CONTROLS = 'must not contain control characters'

/** The URL parser drops control characters silently, and the database takes no null byte. */
export function hasNoControls(text: string): boolean {
  return !/[\x00-\x1f\x7f]/.test(text)
}

export const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100)
  .refine(hasNoControls, NO_CONTROLS)
  .describe('What you call it: one line of at most 100 characters.')

/** ISO 3166-1 alpha-2, in any letter case. */
export const CountryCode = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => COUNTRY_CODES.has(code), {
    error: ({ input }) => {
      const meant = countryCodeOf(String(input))
      return `must be an ISO 3166-1 alpha-2 country code such as "DE"${meant ? `; did you mean "${meant}"?` : ''}`
    },
  })

/** So many times the most is rather a time in milliseconds. */
const RATHER_MILLISECONDS = 5

/** A time in seconds; milliseconds are a common slip. */
export function secondsFrom(min: number, max: number) {
  return z
    .number()
    .min(min)
    .max(max, {
      error: ({ input }) => {
        const seconds = Math.round(Number(input) / 1000)
        const isSlip = Number(input) >= RATHER_MILLISECONDS * max && seconds >= min && seconds <= max
        const meant = isSlip ? `; did you mean ${seconds}?` : ''
        return `is in seconds, and must be at most ${max.toLocaleString('en')}${meant}`
      },
    })
}

/** Of everything that a request takes. */
export const Seconds = secondsFrom(LIMITS.timeoutSeconds.min, LIMITS.timeoutSeconds.max).int()

const LANGUAGE = /^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/

/** ISO 639-1, optionally with a region (`pt-BR`). */
export const LanguageCode = z.string().regex(LANGUAGE, {
  error: ({ input }) => {
    const meant = String(input).replace('_', '-')
    const near = LANGUAGE.test(meant) ? meant : languageCodeOf(meant)
    return `must be an ISO 639-1 language code such as "de"${near ? `; did you mean "${near}"?` : ''}`
  },
})
