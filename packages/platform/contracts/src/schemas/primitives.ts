import { z } from 'zod'
import { COUNTRY_CODES } from '../countries.ts'
import { LIMITS } from '../limits.ts'

const NO_CONTROLS = 'must not contain control characters'

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

/** An absolute http(s) URL as the WHATWG parser reads it. Whether it may be fetched is decided by the egress policy. */
export const HttpUrl = z
  .string({
    error: (issue) => (issue.input === undefined ? 'is required: the page to fetch' : 'must be a string'),
  })
  // Aborts: what a longer host name looks like in the DNS takes time by the square of its length.
  .max(LIMITS.urlChars, {
    message: `at most ${LIMITS.urlChars.toLocaleString('en')} characters`,
    abort: true,
  })
  .refine((text) => hasNoControls(text.trim()), { message: NO_CONTROLS, abort: true })
  .refine((text) => URL.canParse(text.trim()), {
    error: ({ input }) => `must be an absolute URL such as ${withScheme(String(input).trim())}`,
    abort: true,
  })
  .transform((text) => text.trim())

/** An address that was written as browsers show it, with its scheme; an example where it is none. */
function withScheme(text: string): string {
  const isHost = text.length <= 200 && /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text)
  return isHost && URL.canParse(`https://${text}`) ? `https://${text}` : 'https://example.com/page'
}

/** Codes that people write for ISO's own. */
const ISO_COUNTRY: Record<string, string> = {
  UK: 'GB',
  EN: 'GB',
  EL: 'GR',
  USA: 'US',
  GBR: 'GB',
  DEU: 'DE',
  FRA: 'FR',
}

/** ISO 3166-1 alpha-2, in any letter case. */
export const CountryCode = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => COUNTRY_CODES.has(code), {
    error: ({ input }) => {
      const meant = ISO_COUNTRY[String(input)]
      return `must be an ISO 3166-1 alpha-2 country code such as "DE"${meant ? `; did you mean "${meant}"?` : ''}`
    },
  })

/** Of everything that a request takes. Milliseconds are a common slip. */
const { min, max } = LIMITS.timeoutSeconds
export const Seconds = z
  .number()
  .int()
  .min(min)
  .max(max, {
    error: ({ input }) => {
      const seconds = Math.round(Number(input) / 1000)
      const meant = seconds >= min && seconds <= max ? `; did you mean ${seconds}?` : ''
      return `is in seconds, and must be at most ${max}${meant}`
    },
  })

const LANGUAGE = /^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/

/** ISO 639-1, optionally with a region (`pt-BR`). */
export const LanguageCode = z.string().regex(LANGUAGE, {
  error: ({ input }) => {
    const meant = String(input).replace('_', '-')
    const near = meant !== input && LANGUAGE.test(meant) ? `; did you mean "${meant}"?` : ''
    return `must be an ISO 639-1 language code such as "de"${near}`
  },
})
