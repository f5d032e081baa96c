import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoControls, NO_CONTROLS } from './primitives.ts'

/** What is said to who sends several. */
const MANY = 'many pages are a batch: POST /batch {"urls": ["…", "…"]}'

/** An absolute http(s) URL as the WHATWG parser reads it. Whether it may be fetched is decided by the egress policy. */
export const HttpUrl = z
  .string({
    error: ({ input }) => {
      if (input === undefined) return 'is required: the page to fetch'
      return Array.isArray(input) ? `must be a string: one page; ${MANY}` : 'must be a string'
    },
  })
  // Aborts: what a longer host name looks like in the DNS takes time by the square of its length.
  .max(LIMITS.urlChars, {
    message: `at most ${LIMITS.urlChars.toLocaleString('en')} characters`,
    abort: true,
  })
  // The parser drops line breaks, and would make one address of two.
  .refine((text) => !/\s["'<]?https?:\/\//i.test(text.trim()), {
    message: `holds more than one address; ${MANY}`,
    abort: true,
  })
  .refine((text) => hasNoControls(text.trim()), { message: NO_CONTROLS, abort: true })
  .refine((text) => URL.canParse(text.trim()) && !isTwice(text), {
    error: ({ input }) => `must be an absolute URL such as ${meantBy(String(input).trim())}`,
    abort: true,
  })
  .transform((text) => text.trim())
  .describe('The address of a page, absolute, by http or https.')

/** `https://https://example.com`, whose host is named as a scheme. */
function isTwice(text: string): boolean {
  return /^\s*https?:\/\/https?:\/\//i.test(text)
}

/** Longer ones are not said back. */
const SAID_BACK_CHARS = 200

/** The address within quotes, brackets or Markdown, or with the scheme that browsers do not show; an example where there is none. */
function meantBy(text: string): string {
  if (text.length > SAID_BACK_CHARS) return EXAMPLE
  if (/^https?%3a/i.test(text)) return decoded(text)
  const within = /https?:\/\/(?!https?:)[^\s"'`<>()[\]{}]+/i.exec(text)?.[0]
  if (within !== undefined && URL.canParse(within) && within !== text) return within
  const isHost = /^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text)
  return isHost && URL.canParse(`https://${text}`) ? `https://${text}` : EXAMPLE
}

/** An address that was encoded once too often. */
function decoded(text: string): string {
  try {
    const address = decodeURIComponent(text)
    return URL.canParse(address) ? address : EXAMPLE
  } catch {
    return EXAMPLE
  }
}

const EXAMPLE = 'https://example.com/page'
