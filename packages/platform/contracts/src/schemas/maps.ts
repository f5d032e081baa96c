import { z } from 'zod'
import { Warnings } from '../fields/lists.ts'
import { CreditsUsed } from '../fields/money.ts'
import { LIMITS } from '../limits.ts'
import { OTHER_NAMES } from '../other-names.ts'
import { hasUrlCredentials } from '../url-credentials.ts'
import { HttpUrl } from './http-url.ts'
import { LABEL_FIELDS, SHOWN_LABELS } from './labels.ts'
import { PollUrl } from './poll-url.ts'
import { Seconds } from './primitives.ts'
import { PathPatterns, SitemapMode, SitemapPath } from './site-scope.ts'

const { mapPages, mapDepth, mapSearchChars } = LIMITS

/** Body of POST /map. */
export const MapRequest = z.strictObject({
  url: HttpUrl.refine(
    (url) => !hasUrlCredentials(url),
    'must hold no user name and password: a map is made as a visitor who is not signed in',
  ).describe('Where the site begins.'),
  max_pages: z
    .number()
    .int()
    .min(1)
    .max(mapPages.max)
    .default(mapPages.default)
    .describe('Most addresses of the reply.')
    .register(OTHER_NAMES, { names: ['limit', 'max_urls', 'max_results'] }),
  max_depth: z
    .number()
    .int()
    .min(0)
    .max(mapDepth.max)
    .optional()
    .describe(
      'How many links away from the start page an address may be found. 0: the start page and what sitemaps name. Default: 1 where there is a sitemap, else 2. Beyond 1 further pages are read, a bounded number of them; `warnings` tells when there were more.',
    ),
  include_patterns: PathPatterns.optional().describe('Globs on the path, of which one must match.'),
  exclude_patterns: PathPatterns.optional().describe('Globs on the path, of which none may match.'),
  search: z
    .string()
    .max(mapSearchChars)
    .optional()
    .describe(
      'Keep the addresses that have to do with these words, the most relevant first. Path, title, link text and description count.',
    )
    .register(OTHER_NAMES, { names: ['query', 'q', 'keywords'] }),
  sitemap: SitemapMode.default('include').describe(
    '`include`: sitemaps beside links; `skip`: links only; `only`: sitemaps only.',
  ),
  sitemap_path: SitemapPath.optional().describe(
    'Path of a sitemap that stands at no usual place and in no robots.txt.',
  ),
  include_metadata: z
    .boolean()
    .default(false)
    .describe('Read titles and descriptions from the pages themselves: a bounded number, the first ones.'),
  include_subdomains: z
    .boolean()
    .default(false)
    .describe('Whether addresses of subdomains belong to the site.'),
  respect_robots: z
    .boolean()
    .default(true)
    .describe('Leave out what robots.txt disallows, and read none of it.'),
  timeout: Seconds.default(LIMITS.mapTimeoutSeconds).describe(
    'Seconds from the start of the work. What was found by then is the reply, and `warnings` says that it was cut.',
  ),
  ...LABEL_FIELDS,
})
export type MapRequest = z.infer<typeof MapRequest>

export const MapEntry = z
  .object({
    url: z.string().describe('The address, without a login.'),
    source: z
      .enum(['sitemap', 'link'])
      .describe('Where it was found first; the start page counts as a link.'),
    depth: z
      .number()
      .int()
      .describe('Links from the start page, which has depth 0; what only sitemaps name has depth 1.'),
    title: z
      .string()
      .optional()
      .describe("The page's title where it is known, else the text of a link to it."),
    description: z.string().optional().describe('What the page says of itself; where that is known.'),
    last_modified: z.string().optional().describe('As the sitemap says it; absent where none does.'),
    relevance_score: z.number().min(0).max(1).optional().describe('With `search`: 1 is the most relevant.'),
  })
  .describe('An address of a site, and what is known of it.')
export type MapEntry = z.infer<typeof MapEntry>

/** Reply of POST /map and GET /map/{map_id}. */
export const SiteMap = z
  .object({
    map_id: z.uuid().describe('The map, which `GET /map/{map_id}` reads.'),
    ...SHOWN_LABELS,
    total_urls: z.number().int().describe('How many addresses there are in `urls`.'),
    urls: z
      .array(MapEntry)
      .describe('With `search` the most relevant first; else in the order in which they were found.'),
    sitemap_found: z.boolean().describe('Whether the site has a sitemap that could be read.'),
    robots_txt: z
      .object({
        exists: z.boolean().describe('Whether there is one.'),
        disallowed_paths: z.array(z.string()).describe('For every robot, or for this one where it is named.'),
      })
      .describe('What the robots.txt of the site says.'),
    credits_used: CreditsUsed,
    warnings: Warnings,
  })
  .describe('The addresses of a site.')
export type SiteMap = z.infer<typeof SiteMap>

/** Reply of GET /map/{map_id} while the map is made. */
export const MapUnderWay = z.object({
  map_id: z.uuid().describe('The map, which `GET /map/{map_id}` reads.'),
  status: z.literal('running').describe('The map is still made.'),
  ...SHOWN_LABELS,
  poll_url: PollUrl,
})
