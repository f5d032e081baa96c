import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { LADDER, type LadderTier, TIERS, type Tier } from '../../tier.ts'
import { Cookies } from '../cookies.ts'
import { CountryCode, HttpUrl, LanguageCode } from '../primitives.ts'
import { RequestHeaders } from '../request-headers.ts'
import { WebhookUrl } from '../webhook-url.ts'
import { Actions } from './actions.ts'
import { ExtractionSchema } from './extraction-schema.ts'

export const MODES = ['auto', 'html', 'js', 'pdf', 'ocr'] as const
export type Mode = (typeof MODES)[number]

export const FORMATS = [
  'markdown',
  'text',
  'html',
  'json',
  'json_v2',
  'rag',
  'links',
  'images',
  'content',
  'raw',
] as const
export type Format = (typeof FORMATS)[number]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export const BODY_CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const

export const AdvancedOptions = z.strictObject({
  render_js: z.boolean().optional().describe('Render the page in a browser.'),
  screenshot: z.boolean().optional().describe('A picture of the page; needs render_js.'),
  generate_pdf: z.boolean().optional().describe('The page as a PDF; needs render_js.'),
  ocr: z.boolean().optional().describe('Read the text of an image.'),
  ocr_languages: z
    .array(z.string().regex(/^[a-z]{3}(_[a-z]+)?$/i))
    .max(5)
    .optional(),
  use_proxy: z.boolean().optional().describe("Go through one of the operator's premium proxies."),
  markdown: z.boolean().optional(),
  wait_condition: z.enum(['domcontentloaded', 'networkidle', 'load']).optional(),
  wait_for: z
    .union([z.string().min(1).max(1000), z.number().int().min(0).max(LIMITS.waitForMs.max)])
    .optional(),
  wait_for_timeout: z.number().int().min(1).max(LIMITS.waitForMs.max).optional(),
  remove_cookie_banners: z.boolean().optional().describe('Default true.'),
  use_own_proxy: z.boolean().optional().describe('Go through a proxy of your own.'),
  use_system_proxy: z.boolean().optional().describe("Go through one of the operator's system proxies."),
  proxy_integration_id: z.string().max(100).optional().describe('Which of your own proxies.'),
  proxy_country: CountryCode.optional(),
  session_id: z.uuid().optional().describe('The same as session_id at the top level.'),
  session_update: z
    .boolean()
    .optional()
    .describe('Keep the cookies that the target sets in the session; needs a session of your own.'),
  cookies: Cookies.optional(),
  session_headers: RequestHeaders.optional(),
  only_main_content: z
    .boolean()
    .optional()
    .describe('Default true: Markdown and text leave out what surrounds the content.'),
  section_filter: z
    .strictObject({
      min_content_blocks: z.number().int().min(0).max(1000).optional(),
      content_only: z.boolean().optional(),
      exclude_content_types: z
        .array(z.enum(['paragraph', 'list', 'table', 'image', 'code', 'blockquote', 'dl', 'details']))
        .optional(),
    })
    .optional(),
  rag: z
    .strictObject({
      chunk_tokens: z.number().int().min(LIMITS.ragChunkTokens.min).max(LIMITS.ragChunkTokens.max).optional(),
      overlap_tokens: z
        .number()
        .int()
        .min(0)
        .max(LIMITS.ragChunkTokens.max / 2)
        .optional(),
    })
    .optional(),
  evidence: z.boolean().optional().describe('Tell where each field of the JSON comes from.'),
  scroll_to_load: z.boolean().optional().describe('Scroll down until nothing more is loaded.'),
  scroll_count: z.number().int().min(1).max(LIMITS.scrollCount).optional().describe('How often at most.'),
  block_images: z.boolean().optional().describe('Load no images.'),
  block_ads: z.boolean().optional().describe('Load no advertisements.'),
  mobile: z.boolean().optional().describe('As a phone would.'),
  capture_xhr: z.boolean().optional().describe('Give what the page has fetched by itself.'),
  actions: Actions.optional(),
})
export type AdvancedOptions = z.infer<typeof AdvancedOptions>

/** Tiers are named by a string or a number. */
const ForceTier = z
  .union([z.enum(TIERS), z.literal(TIERS.map(Number))])
  .transform((tier) => String(tier) as Tier)

const MaxTier = z
  .union([z.enum(LADDER), z.literal(LADDER.map(Number))])
  .transform((tier) => String(tier) as LadderTier)

export const CostControls = z.strictObject({
  max_credits: z.number().nonnegative().optional().describe('Start no tier that costs more.'),
  max_cost: z.number().nonnegative().optional().describe('Another name of max_credits.'),
  force_tier: ForceTier.optional(),
  max_tier: MaxTier.optional(),
  prefer_cost: z.boolean().optional().describe('Begin with the cheapest tier.'),
  prefer_speed: z.boolean().optional().describe('Begin with the browser.'),
  fail_fast: z.boolean().optional().describe('Try tiers 1 and 2 only.'),
  prefer_known: z
    .boolean()
    .optional()
    .describe(
      'Begin with the tier that is known to deliver at this host; 1 request in 20 still begins below it.',
    ),
})

/** Body of POST /scrape, field by field. What fields mean together is checked by `parseScrapeRequest`. */
export const ScrapeRequest = z.strictObject({
  url: HttpUrl,
  mode: z
    .enum(MODES)
    .default('auto')
    .describe('How the page is read: as HTML, rendered (js), as a PDF, or by OCR.'),
  sync: z.boolean().default(true).describe('Wait for the page; false answers 202 with a job_id at once.'),
  formats: z.array(z.enum(FORMATS)).min(1, 'name at least one format, or leave the field out').optional(),
  advanced: AdvancedOptions.default({}),
  cost_controls: CostControls.default({}),
  force_refresh: z.boolean().default(false).describe('Fetch anew even when a cached page would do.'),
  include_raw_html: z.boolean().default(false).describe('Add raw_html.'),
  timeout: z.number().int().min(LIMITS.timeoutSeconds.min).max(LIMITS.timeoutSeconds.max).optional(),
  extraction_schema: ExtractionSchema.optional(),
  method: z.enum(METHODS).default('GET').describe('Of the request to the target.'),
  body: z.string().optional().describe('Sent to the target as it is.'),
  content_type: z.enum(BODY_CONTENT_TYPES).optional(),
  cache: z
    .boolean()
    .default(false)
    .describe('Answer from your cache when it has the page; that costs nothing.'),
  cache_ttl: z
    .number()
    .int()
    .min(LIMITS.cacheTtlSeconds.min)
    .max(LIMITS.cacheTtlSeconds.max)
    .default(LIMITS.cacheTtlSeconds.default),
  location: z.strictObject({ country: CountryCode.optional(), language: LanguageCode.optional() }).optional(),
  session_id: z
    .uuid()
    .optional()
    .describe('The stored login session that the page is asked for with; it must be of the domain of url.'),
  evidence: z.boolean().optional(),
  webhook_url: WebhookUrl.optional().describe(
    'Told how the job has ended, by a signed POST; https. Whether the request waits for it or not.',
  ),
})
export type ScrapeRequest = z.infer<typeof ScrapeRequest>
export type ScrapeRequestInput = z.input<typeof ScrapeRequest>

/** The session that a request names, in one of two places, as the database spells it. */
export function sessionIdOf({
  session_id,
  advanced,
}: Pick<ScrapeRequest, 'session_id'> & { advanced: Pick<AdvancedOptions, 'session_id'> }):
  | string
  | undefined {
  return (session_id ?? advanced.session_id)?.toLowerCase()
}

/**
 * The country that a page is asked from: of its proxy, and of the browser's identity, which is to fit the proxy.
 * `location.country` says where, `proxy_country` is a preference.
 */
export function requestedCountry({
  advanced,
  location,
}: Pick<ScrapeRequest, 'location'> & { advanced: Pick<AdvancedOptions, 'proxy_country'> }):
  | string
  | undefined {
  return location?.country ?? advanced.proxy_country
}
