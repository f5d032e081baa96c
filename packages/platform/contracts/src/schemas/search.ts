import { z } from 'zod'
import { countsOf, StatusCode } from '../fields/counts.ts'
import { Warnings } from '../fields/lists.ts'
import { credits } from '../fields/money.ts'
import { ItemState } from '../fields/statuses.ts'
import { CreatedAt } from '../fields/times.ts'
import { LIMITS } from '../limits.ts'
import { OTHER_NAMES } from '../other-names.ts'
import { LABEL_FIELDS, SHOWN_LABELS } from './labels.ts'
import { PollUrl } from './poll-url.ts'
import { CountryCode, LanguageCode, secondsFrom } from './primitives.ts'
import { CostControls } from './scrape/cost-controls.ts'
import { ExtractionSchema } from './scrape/extraction-schema.ts'
import { ScrapeFields } from './scrape/fields.ts'
import { FormatName } from './scrape/formats.ts'
import { AdvancedOptions, MODES } from './scrape/options.ts'
import { PageContent } from './scrape/result.ts'

export const TIME_RANGES = ['hour', 'day', 'week', 'month', 'year'] as const
export type TimeRange = (typeof TIME_RANGES)[number]

export const SEARCH_ENGINES = ['index', 'searxng', 'brave'] as const
export type SearchEngineName = (typeof SEARCH_ENGINES)[number]

const HOST =
  /^(?=.{1,253}$)[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?(?:\.[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?)*$/u

/** A host, or an address of which the host counts. */
const SiteName = z
  .string()
  .max(LIMITS.urlChars)
  .transform((text) =>
    text
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/[/?#:].*$/s, '')
      .toLowerCase(),
  )
  .refine((host) => HOST.test(host), 'must be a domain such as "example.com"')

/** What holds for each result that is scraped. */
const scraping = {
  formats: z
    .array(FormatName)
    .min(1, 'name at least one format, or leave the field out')
    .optional()
    .describe('Of the content of each result; by default markdown.'),
  extraction_schema: ExtractionSchema.optional().describe(
    'A JSON Schema, or names and types, as of a scrape: read from each result.',
  ),
  mode: z.enum(MODES).optional().describe('How each result is read, as of a scrape. Default: `auto`.'),
  advanced: AdvancedOptions.omit({
    session_id: true,
    session_update: true,
    cookies: true,
    session_headers: true,
  })
    .optional()
    .describe("As of a scrape, without what signs in: results are of strangers' hosts."),
  cost_controls: CostControls.optional().describe('Of each page that is scraped.'),
  timeout: ScrapeFields.shape.timeout,
  cache: z.boolean().optional().describe('Take pages from your cache where it has them; they cost nothing.'),
  cache_ttl: secondsFrom(LIMITS.cacheTtlSeconds.min, LIMITS.cacheTtlSeconds.max)
    .int()
    .optional()
    .describe('How old a cached page may be, in seconds. Default: 3,600.'),
  force_refresh: z.boolean().optional().describe('Fetch each result anew even when a cached page would do.'),
}

const { max: mostResults, default: usualResults } = LIMITS.searchResults

/** Body of POST /search. */
export const SearchRequest = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(LIMITS.searchQueryChars)
    .describe('Words; "in quotes" as they stand, -without, this OR that, site:example.com.'),
  num_results: z
    .number()
    .int()
    .min(1)
    .max(mostResults)
    .default(usualResults)
    .register(OTHER_NAMES, { names: ['limit', 'count', 'size'] })
    .describe('Most results of the reply.'),
  page: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.searchPages)
    .default(1)
    .describe('Which page of the results; the first is 1.'),
  domain: SiteName.optional()
    .describe('Only pages of this domain and its subdomains.')
    .register(OTHER_NAMES, { names: ['site', 'include_domains'] }),
  country: CountryCode.optional()
    .register(OTHER_NAMES, { names: ['location', 'gl', 'region'] })
    .describe('Country that results are for, such as `DE`.'),
  language: LanguageCode.optional()
    .register(OTHER_NAMES, { names: ['lang', 'hl'] })
    .describe('Language that results are for, such as `de`.'),
  time_range: z
    .enum(TIME_RANGES)
    .optional()
    .describe('How old a page may be.')
    .register(OTHER_NAMES, { names: ['tbs', 'freshness'] }),
  safe_search: z.boolean().optional().describe('Leave out adult results. Default: as the engine has it.'),
  ...LABEL_FIELDS,
  scrape_results: z.boolean().default(false).describe('Scrape each result, as POST /scrape would.'),
  ...scraping,
})
export type SearchRequest = z.infer<typeof SearchRequest>

/** Fields of a search that mean nothing without scrape_results. */
export const SEARCH_SCRAPE_FIELDS = Object.keys(scraping) as (keyof typeof scraping)[]

const SearchScrape = z.object({
  ...SHOWN_LABELS,
  job_id: z
    .uuid()
    .optional()
    .describe(
      'The job, of which `GET /jobs/{job_id}` has the whole result; absent where the address was refused.',
    ),
  status: ItemState,
  status_code: StatusCode.optional().describe(
    'HTTP status of the target’s answer; of a result that was delivered.',
  ),
  credits: credits('Credits charged; of a result that was delivered.').optional(),
  error: z
    .string()
    .optional()
    .describe('The message of its error; of a result that has failed or was refused.'),
  error_code: z
    .string()
    .optional()
    .describe('The code of its error; of a result that has failed or was refused.'),
})
export type SearchScrape = z.infer<typeof SearchScrape>

export const SearchResult = z
  .object({
    position: z.number().int().describe('Over all pages; the first is 1.'),
    title: z.string().describe('The title, as the engine shows it.'),
    url: z.string().describe('Where the result is.'),
    snippet: z.string().describe('A passage of the page, as the engine shows it; may be empty.'),
    date_published: z.string().optional().describe('ISO 8601, where it is known.'),
    scrape: SearchScrape.optional().describe('With scrape_results: what has become of it.'),
    content: PageContent.optional().describe(
      'With scrape_results, up to 4 MB in all; larger ones are read by GET /jobs/{job_id}.',
    ),
    filtered_content: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .describe('With `extraction_schema`: what the data of the page says for its properties.'),
  })
  .describe('One result of a search.')
export type SearchResult = z.infer<typeof SearchResult>

export const Search = z
  .object({
    search_id: z.string().describe('The search, which `GET /search/{search_id}` reads.'),
    status: z
      .enum(['completed', 'scraping'])
      .describe('`scraping`: results are still scraped; `completed`: nothing more comes.'),
    ...SHOWN_LABELS,
    query: z.string().describe('The words, as they were sent.'),
    engine: z
      .enum(SEARCH_ENGINES)
      .describe('Who has answered: the `index` of this service, SearXNG, or the API of Brave.'),
    page: z.number().int().describe('Which page of the results this is; the first is 1.'),
    results_requested: z.number().int().describe('Results that were asked for, as `num_results`.'),
    results_count: z.number().int().describe('Results that there are in this reply.'),
    results: z.array(SearchResult).describe('The best first.'),
    featured_snippet: z
      .object({ content: z.string().describe('The answer, as text.') })
      .optional()
      .describe('A direct answer, where the engine gives one.'),
    credits_used: z.number().describe('Credits of the search, and of what was scraped so far.'),
    cost_breakdown: z
      .object({
        search_credits: credits('Credits charged for the search itself.'),
        scrape_credits: credits('Credits charged for the results that were scraped so far.'),
        total_microcents: z
          .number()
          .int()
          .describe('The same as `credits_used`, in microcents: 1,000,000 are a dollar.'),
      })
      .describe('What `credits_used` is made of.'),
    scrapes: z
      .object(countsOf('results'))
      .optional()
      .describe('With `scrape_results`: how far the scraping is.'),
    pages_waiting: z
      .number()
      .int()
      .optional()
      .describe('With the built-in index: scraped pages that are not in it yet, counted up to 10,000.'),
    warnings: Warnings,
    created_at: CreatedAt,
    poll_url: PollUrl.optional().describe('Of a 202: while it is scraping.'),
  })
  .describe('A search with its results, and how far they are scraped.')
export type Search = z.infer<typeof Search>
