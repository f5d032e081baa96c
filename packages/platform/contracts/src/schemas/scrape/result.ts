import { z } from 'zod'
import { TIERS } from '../../tier.ts'
import { FORMATS } from './options.ts'

export const Escalation = z.object({
  tier: z.enum(TIERS),
  result: z.enum(['success', 'failed']),
  credits: z.number(),
  cost: z.number(),
  duration_ms: z.number().int(),
  error: z.string().optional(),
})
export type Escalation = z.infer<typeof Escalation>

export const Billing = z.object({
  total_credits: z.number(),
  total_cost: z.number(),
  tier_used: z.string(),
  tier_name: z.string().optional().describe('The name of tier_used, such as "browser".'),
  escalations: z.array(Escalation),
  savings: z.number(),
  cost_dollars: z.number().describe('The same as total_cost.'),
  final_cost_microcents: z.number().int().describe('The same as total_cost; 1,000,000 are a dollar.'),
  byop_applied: z.boolean().describe('Whether the page came through a proxy of your own.'),
  optimization_suggestion: z.string().optional(),
})
export type Billing = z.infer<typeof Billing>

/** Delivered, and perhaps not what a reader would see. */
export const QualityWarning = z.object({
  code: z.string(),
  reason: z.string(),
  word_count: z.number().int().describe('Of the readable text.'),
  content_size_bytes: z.number().int().describe('Of the readable text.'),
})
export type QualityWarning = z.infer<typeof QualityWarning>

export const ContentTruncated = z.object({
  truncated: z.literal(true),
  truncated_at_bytes: z.number().int(),
  original_size_bytes: z.number().int(),
  truncation_reason: z
    .enum(['response_body_cap', 'readability_output_cap'])
    .describe(
      '`response_body_cap`: max_response_bytes; `readability_output_cap`: what was made of the page is above 50 MB.',
    ),
})
export type ContentTruncated = z.infer<typeof ContentTruncated>

/** The caller's limit lies below the tier that delivers most pages of the host. */
export const TierCapWarning = z.object({
  domain_min_tier: z.enum(TIERS),
  your_max_tier: z.enum(TIERS).optional(),
  your_force_tier: z.enum(TIERS).optional(),
})
export type TierCapWarning = z.infer<typeof TierCapWarning>

export const ActionOutcome = z.object({
  type: z.string(),
  success: z.boolean(),
  result: z.string().nullable().describe('Of a screenshot its address.'),
  error: z.string().nullable(),
  screenshot_url: z.string().optional(),
})
export type ActionOutcome = z.infer<typeof ActionOutcome>

export const EXTRACTION_METHODS = ['structured_data', 'algorithmic', 'schema_filter', 'llm'] as const

/** How a caller's model, or none, was asked. */
export const ExtractionMetadata = z.object({
  mode: z.enum(['byok', 'algorithmic']).describe('byok: by a key of your own.'),
  provider: z.string().nullable(),
  model: z.string().nullable().describe('As the provider names it.'),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  cost_microcents: z
    .number()
    .int()
    .nullable()
    .describe(
      'What the provider says that it charges you; 1,000,000 are a dollar. Null where it does not say.',
    ),
  cached: z.boolean().describe('Whether it stood in your cache, so that no model was asked this time.'),
  latency_ms: z.number().int(),
})
export type ExtractionMetadata = z.infer<typeof ExtractionMetadata>

/** What a caller's model made of a page. */
export const ModelFields = z.object({
  extraction_result: z
    .unknown()
    .optional()
    .describe(
      'With an extraction_prompt: what the model gave, in the form of extraction_schema where there is one.',
    ),
  extraction_metadata: ExtractionMetadata.optional(),
  model_used: z.string().nullable().optional(),
  missing_fields: z
    .array(z.string())
    .optional()
    .describe('Fields of extraction_schema that extraction_result does not have.'),
  evidence: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'With evidence: field of extraction_result to the passage of the page that it was taken from, word for word.',
    ),
})
export type ModelFields = z.infer<typeof ModelFields>

/** The page once more, for the published Node SDK, which reads it at these places. */
export const FlatFields = z.object({
  text: z.unknown().optional(),
  html: z.unknown().optional(),
  json: z.unknown().optional().describe('The fields of an extraction_schema, where there is one.'),
  markdown_content: z.unknown().optional(),
  description: z.unknown().optional(),
  published_date: z.string().optional(),
})
export type FlatFields = z.infer<typeof FlatFields>

/** What the page gave: made once by a worker, stored as it is, the same in a sync reply, a job and the cache. */
export const PageResult = z.object({
  final_url: z.string(),
  redirected: z.boolean(),
  redirect_chain: z
    .array(z.object({ url: z.string(), status_code: z.number().int() }))
    .describe('Each address that led on, with the status of its answer.'),
  status_code: z.number().int(),
  content: z.union([z.string(), z.partialRecord(z.enum(FORMATS), z.unknown())]),
  structured_content: z.array(z.unknown()).optional(),
  filtered_content: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe('A list where the schema is one of an array.'),
  raw_html: z.string().optional(),
  raw_encoding: z
    .literal('base64')
    .optional()
    .describe(
      'How `content.raw` is written where the page is a file (PDF, office, picture); else it is the text.',
    ),
  title: z.string().optional(),
  author: z.string().optional(),
  published_at: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  size_bytes: z.number().int(),
  screenshot_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  action_results: z.array(ActionOutcome).optional(),
  captured_xhr: z.array(z.unknown()).optional(),
  extraction_method: z.enum(EXTRACTION_METHODS),
  ...ModelFields.shape,
  content_truncated: ContentTruncated.optional(),
  quality_warning: QualityWarning.optional(),
  byos_applied: z
    .boolean()
    .optional()
    .describe('With a session_id: whether the page was asked for with the session.'),
  warnings: z.array(z.string()).optional().describe('What the caller should know about this result.'),
  warning: z.string().optional().describe('The same as one text.'),
  ...FlatFields.shape,
  version: z.literal('v1'),
})
export type PageResult = z.infer<typeof PageResult>

/** A page with what its delivery took: the 200 body of POST /scrape and the `result` of a completed job. */
export const ScrapeResult = PageResult.extend({
  job_id: z.uuid(),
  /** As this caller wrote it: a cached page may have been fetched for another spelling of the same address. */
  url: z.string(),
  cached: z.boolean(),
  cached_at: z.iso.datetime().optional(),
  expires_at: z.iso.datetime().optional(),
  response_time_ms: z.number().int(),
  tier_cap_warning: TierCapWarning.optional(),
  billing: Billing,
})
export type ScrapeResult = z.infer<typeof ScrapeResult>
