import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasUrlCredentials } from '../url-credentials.ts'

/** Which addresses of a site are meant, as maps and crawls ask for it. */

export const SITEMAP_MODES = ['include', 'skip', 'only'] as const
export type SitemapMode = (typeof SITEMAP_MODES)[number]

/** `true` and `false` are what some clients send for `include` and `skip`. */
export const SitemapMode = z
  .union([z.enum(SITEMAP_MODES), z.boolean()], { error: 'must be "include", "skip" or "only"' })
  .transform((mode): SitemapMode => (mode === true ? 'include' : mode === false ? 'skip' : mode))
  .describe(
    'Which addresses count: those of sitemaps beside links, links only, or sitemaps only; `true` is `include`, `false` is `skip`.',
  )

export const SitemapPath = z
  .string()
  .max(LIMITS.urlChars)
  .refine(
    (text) => /^\/(?!\/)/.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text)),
    'must be a path such as "/sitemap-index.xml", or an http(s) address',
  )
  .refine(
    (text) => !hasUrlCredentials(text),
    'must hold no user name and password: sitemaps are read as a visitor who is not signed in',
  )
  .describe('Path or address of a sitemap.')

export const PathPatterns = z
  .array(z.string().min(1, 'must not be empty').max(LIMITS.crawlPatternChars))
  .max(LIMITS.crawlPatterns)
  .describe(
    'Globs on the path of an address: `*` within a segment, `**` across segments, `?` for one character, `{a,b}`.',
  )
