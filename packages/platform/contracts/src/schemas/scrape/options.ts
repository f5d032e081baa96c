import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { CREDITS_PER_DOLLAR, MAX_CREDITS } from '../../money.ts'
import { Cookies } from '../cookies.ts'
import { CountryCode } from '../primitives.ts'
import { RequestHeaders } from '../request-headers.ts'
import { Actions } from './actions.ts'
import { Selector } from './selector.ts'
import { ForceTier, MaxTier } from './tiers.ts'

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
  'application/graphql',
] as const

export const AdvancedOptions = z.strictObject({
  render_js: z
    .union([z.boolean(), z.literal('auto').transform(() => undefined)])
    .optional()
    .describe('Render the page in a browser. "auto": only where the page needs it, as without the option.'),
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
    .union([Selector, z.number().int().min(0).max(LIMITS.waitForMs.max)])
    .optional()
    .describe('A CSS selector to wait for, or a pause in milliseconds.'),
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

/** Without a rendered page these are a 400 (`scrapeRuleIssues`); what else a browser alone can answer is a hint. */
export const NEEDS_RENDER_JS = [
  'screenshot',
  'generate_pdf',
] as const satisfies readonly (keyof AdvancedOptions)[]

const Credits = z.number().nonnegative().max(MAX_CREDITS)

export const CostFields = z.strictObject({
  max_credits: Credits.optional().describe('Start no tier that costs more.'),
  max_cost: Credits.optional().describe('Another name of max_credits.'),
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
  time_budget: z
    .number()
    .min(LIMITS.timeBudgetSeconds.min)
    .max(LIMITS.timeBudgetSeconds.max)
    .optional()
    .describe('Seconds for all tiers together; the same as timeout, and of the two the shorter one holds.'),
})

/** `prefer` and `max_cost_dollars` are how published clients write the fields that they stand for. */
export const CostControls = z
  .strictObject({
    ...CostFields.shape,
    prefer: z
      .enum(['cost', 'speed', 'balanced'])
      .optional()
      .meta({ description: 'The same as prefer_cost or prefer_speed.', deprecated: true }),
    max_cost_dollars: z
      .number()
      .nonnegative()
      .max(MAX_CREDITS / CREDITS_PER_DOLLAR)
      .optional()
      .meta({ description: 'The same as max_credits, of which a dollar has 5,000.', deprecated: true }),
  })
  .transform(
    ({ prefer, max_cost_dollars, ...controls }): z.output<typeof CostFields> => ({
      ...(prefer === 'cost' && { prefer_cost: true }),
      ...(prefer === 'speed' && { prefer_speed: true }),
      ...(max_cost_dollars !== undefined && { max_cost: max_cost_dollars * CREDITS_PER_DOLLAR }),
      ...controls,
    }),
  )
