import { z } from 'zod'
import { queryFlag } from '../../fields/flags.ts'
import { limitUpTo, offsetUpTo } from '../../fields/lists.ts'
import { LIMITS } from '../../limits.ts'
import { OTHER_NAMES } from '../../other-names.ts'
import { HttpUrl } from '../http-url.ts'
import { LABEL_FIELDS, LABEL_FILTER } from '../labels.ts'
import { secondsFrom } from '../primitives.ts'
import { CostControls } from '../scrape/cost-controls.ts'
import { placeAliases } from '../scrape/field-aliases.ts'
import { ScrapeFields } from '../scrape/fields.ts'
import { AdvancedOptions } from '../scrape/options.ts'
import { LENIENT_FIELDS, type PlacedScrape, type ScrapeRequest, settleScrape } from '../scrape/request.ts'
import { PathPatterns, SitemapMode, SitemapPath } from '../site-scope.ts'
import { needsAddress, WebhookHeaders } from '../webhook-headers.ts'
import { WebhookUrl } from '../webhook-url.ts'

/** Pages are asked for by GET, one after the other, and nobody waits for one. */
const {
  url: _url,
  sync: _sync,
  method: _method,
  body: _body,
  content_type: _contentType,
  webhook_url: _webhookUrl,
  advanced: _advanced,
  cost_controls: _costControls,
  ...pageFields
} = ScrapeFields.shape

const MaxConcurrency = z.number().int().min(1).max(LIMITS.crawlConcurrency.max)
const Delay = secondsFrom(0, LIMITS.crawlDelaySeconds)

/** What bounds a crawl, and which pages belong to it. */
const scopeFields = {
  max_pages: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.crawlPages.max)
    .default(LIMITS.crawlPages.default)
    .describe(
      'Most pages that are scraped. Exact: pages that failed do not count; a page of status 404 does.',
    )
    .register(OTHER_NAMES, { names: ['limit', 'max_urls', 'max_results'] }),
  max_depth: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.crawlDepth.max)
    .default(LIMITS.crawlDepth.default)
    .describe('Most links from the start page; 0: the start page only. Pages of a sitemap are at depth 1.'),
  include_patterns: PathPatterns.optional().describe(
    'Globs on the path, of which one must match: `/blog/*` (one level), `/blog/**` (all below), `*.html`, `/{en,de}/**`.',
  ),
  exclude_patterns: PathPatterns.optional().describe(
    'Globs on the path; a page that matches one is left out.',
  ),
  sitemap: SitemapMode.default('include').describe(
    '`include`: sitemaps and feeds beside links; `skip`: links only; `only`: sitemaps and feeds only.',
  ),
  sitemap_path: SitemapPath.optional().describe('Path of a sitemap that stands at no usual place.'),
  include_subdomains: z.boolean().default(false).describe('Whether pages of subdomains belong to the site.'),
  respect_robots: z
    .boolean()
    .default(true)
    .describe('Obey robots.txt, and what pages say to robots.')
    .register(OTHER_NAMES, { names: ['obey_robots_txt'] }),
}

const paceFields = {
  max_concurrency: MaxConcurrency.optional().describe(
    `Requests to the site at once; ${LIMITS.crawlConcurrency.default} by default.`,
  ),
  delay: Delay.optional().describe(
    'Least time between the starts of two requests to the site, in seconds. A longer `Crawl-delay` of robots.txt goes first.',
  ),
}

const Advanced = AdvancedOptions.extend({
  max_concurrency: MaxConcurrency.optional().meta({
    description: 'The same as max_concurrency.',
    deprecated: true,
  }),
  delay: Delay.optional().meta({ description: 'The same as delay.', deprecated: true }),
  timeout: pageFields.timeout.meta({ description: 'The same as `timeout`, in seconds.', deprecated: true }),
})

const crawlFields = {
  url: HttpUrl.describe('Where the crawl begins.'),
  ...scopeFields,
  ...paceFields,
  ...pageFields,
  advanced: Advanced.default({}).describe('How every page is fetched, as for a scrape.'),
  cost_controls: CostControls.default({}).describe(
    'As for a scrape, of every page; but `max_credits` is for the whole crawl, and exact.',
  ),
  ...LABEL_FIELDS,
  ...LENIENT_FIELDS,
}

/** A crawl as it is carried out: what it may do, and the scrape that every page is made with. */
export interface CrawlPlan {
  url: string
  max_pages: number
  max_depth: number
  include_patterns: string[]
  exclude_patterns: string[]
  sitemap: SitemapMode
  sitemap_path: string | undefined
  include_subdomains: boolean
  respect_robots: boolean
  /** Its webhook address is told of each page, too. */
  webhook_pages?: boolean
  max_concurrency: number
  /** In seconds. */
  delay: number
  /** For all pages together. */
  max_credits: number | undefined
  /** Of the start page. */
  scrape: ScrapeRequest
}

/** Body of POST /crawl. */
export const CrawlRequest = z
  .strictObject({
    ...crawlFields,
    webhook_url: WebhookUrl.optional().describe('Receives the end of the crawl (`crawl.completed`); https.'),
    webhook_headers: WebhookHeaders.optional(),
    webhook_pages: z
      .boolean()
      .default(false)
      .describe('Whether `webhook_url` also receives the end of each page (`job.completed`, `job.failed`).'),
    sync: z
      .literal(false, { error: 'a crawl is never waited for; leave sync out' })
      .optional()
      .describe('Has no effect: a crawl is never waited for.'),
  })
  .superRefine(needsAddress)
  .refine(({ webhook_url, webhook_pages }) => webhook_url !== undefined || !webhook_pages, {
    path: ['webhook_pages'],
    error: 'tells webhook_url of each page; send webhook_url as well',
  })
  .transform(({ webhook_url, webhook_headers, webhook_pages, sync: _, ...given }, context) => ({
    webhook_url,
    webhook_headers,
    webhook_pages,
    ...planOf(withBrowserFor(given.advanced, placeAliases(unfold(given, context), context))),
  }))
  .describe('A site that is scraped, and how each of its pages is.')
export type CrawlRequest = z.output<typeof CrawlRequest>

/** Body of POST /crawl/estimate: that of the crawl. */
export const CrawlEstimateRequest = CrawlRequest

/** Published clients send the element of each page below `advanced`, and mean that a browser waits for it. */
function withBrowserFor<Page extends { wants_browser?: string[] }>(
  { wait_for }: Given['advanced'],
  page: Page,
): Page {
  if (wait_for === undefined) return page
  return { ...page, wants_browser: [...(page.wants_browser ?? []), 'advanced.wait_for'] }
}

type Given = z.output<z.ZodObject<typeof crawlFields>>
type Unfolded = Omit<Given, 'advanced'> & { advanced: z.output<typeof AdvancedOptions> }

/** What of `advanced` is about the crawl, at its place. A field in two places with two values is an issue that names both. */
function unfold({ advanced, ...given }: Given, context: z.RefinementCtx): Unfolded {
  const { max_concurrency, delay, timeout, ...options } = advanced
  const placed = { ...given, advanced: options }
  for (const [name, value] of Object.entries({ max_concurrency, delay, timeout })) {
    const field = name as 'max_concurrency' | 'delay' | 'timeout'
    if (value === undefined) continue
    if (placed[field] !== undefined && placed[field] !== value) {
      const message = `and ${name} are the same field, with different values; send one of them`
      context.addIssue({ code: 'custom', path: ['advanced', name], message })
    }
    placed[field] ??= value
  }
  return placed
}

type Placed = Omit<PlacedScrape, 'sync' | 'method'> &
  Omit<z.output<z.ZodObject<typeof scopeFields & typeof paceFields>>, never>

function planOf(placed: Placed): CrawlPlan {
  const {
    max_pages,
    max_depth,
    include_patterns = [],
    exclude_patterns = [],
    sitemap,
    sitemap_path,
    include_subdomains,
    respect_robots,
    max_concurrency = LIMITS.crawlConcurrency.default,
    delay = 0,
    ...page
  } = placed
  const { max_credits, max_cost, ...costs } = page.cost_controls
  return {
    url: page.url,
    max_pages,
    max_depth,
    include_patterns,
    exclude_patterns,
    sitemap,
    sitemap_path,
    include_subdomains,
    respect_robots,
    max_concurrency,
    delay,
    max_credits: max_credits ?? max_cost,
    scrape: settleScrape({ ...page, cost_controls: costs, sync: false, method: 'GET' }),
  }
}

/** Query of GET /crawl/{crawl_id}. */
export const CrawlQuery = z.strictObject({
  include_results: queryFlag()
    .optional()
    .describe('Whether the pages are shown, with their results; by default once the crawl has ended.'),
  page_results: queryFlag()
    .default(true)
    .describe('Whether the pages that are shown carry their results; without them all pages come at once.'),
  format: z
    .enum(['json', 'jsonl'])
    .optional()
    .describe('`jsonl`: one page a line, as for `Accept: application/x-ndjson`.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.crawlPages.max)
    .optional()
    .describe('Pages that are shown: 100 by default, all of them as JSON lines.'),
  offset: offsetUpTo(2 * LIMITS.crawlPages.max + 100),
})
export type CrawlQuery = z.infer<typeof CrawlQuery>

/** Query of GET /crawls. */
export const CrawlListQuery = z.strictObject({
  limit: limitUpTo(LIMITS.batchListEntries, 20),
  offset: offsetUpTo(),
  ...LABEL_FILTER,
})
export type CrawlListQuery = z.infer<typeof CrawlListQuery>
