import { z } from 'zod'
import { inWords, RETENTION } from '../../limits.ts'
import { TIERS } from '../../tier.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { ChangeTracking } from './change-tracking.ts'
import { PAGE_FORMATS, PageBytes, type PageFormat, PageTables } from './formats.ts'

export const Escalation = z.object({
  tier: z.enum(TIERS).describe('The tier of the attempt.'),
  result: z.enum(['success', 'failed']),
  credits: z.number().describe('Credits charged for it.'),
  cost: z.number().describe('The same in dollars.'),
  duration_ms: z.number().int(),
  error: z.string().optional().describe('Why the tier did not deliver.'),
})
export type Escalation = z.infer<typeof Escalation>

export const Billing = z.object({
  total_credits: z.number().describe('Credits charged.'),
  total_cost: z.number().describe('The same in dollars.'),
  tier_used: z.string().describe('The tier that delivered; empty where none did.'),
  tier_name: z.string().optional().describe('The name of tier_used, such as "browser".'),
  escalations: z.array(Escalation).describe('Every attempt, in order.'),
  savings: z.number().describe('Credits saved, compared with the dearest tier.'),
  cost_dollars: z.number().describe('The same as total_cost.'),
  final_cost_microcents: z.number().int().describe('The same as total_cost; 1,000,000 are a dollar.'),
  byop_applied: z.boolean().describe('Whether the page came through a proxy of your own.'),
  optimization_suggestion: z.string().optional().describe('How the same page may cost less.'),
})
export type Billing = z.infer<typeof Billing>

/** Delivered, and perhaps not what a reader would see. */
export const QualityWarning = z.object({
  code: z
    .string()
    .describe(
      '`STILL_LOADING`, `BLANK_SCREENSHOT`, `EMPTY_CONTENT`, `LOW_CONTENT`, `UNSURE_MAIN_CONTENT` or `FALLBACK_READER`.',
    ),
  reason: z.string().describe('The same in a sentence.'),
  word_count: z.number().int().describe('Words of readable text.'),
  content_size_bytes: z.number().int().describe('Bytes of readable text.'),
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
  domain_min_tier: z.enum(TIERS).describe('The tier that most pages of the host need.'),
  your_max_tier: z.enum(TIERS).optional(),
  your_force_tier: z.enum(TIERS).optional(),
})
export type TierCapWarning = z.infer<typeof TierCapWarning>

export const ActionOutcome = z.object({
  type: z.string(),
  success: z.boolean(),
  result: z.string().nullable().describe('Of a screenshot its address.'),
  value: z
    .unknown()
    .optional()
    .describe('Of `execute_js`: what the script gave, as JSON holds it; null where that is nothing.'),
  error: z.string().nullable().describe('Why the step failed.'),
  screenshot_url: z.string().optional(),
})
export type ActionOutcome = z.infer<typeof ActionOutcome>

export const EXTRACTION_METHODS = ['structured_data', 'algorithmic', 'schema_filter', 'llm'] as const

/** How a caller's model, or none, was asked. */
export const ExtractionMetadata = z.object({
  mode: z
    .enum(['byok', 'algorithmic'])
    .describe('`byok`: a model was asked through a key of your own; `algorithmic`: none was asked.'),
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
  cached: z.boolean().describe('Whether the answer came from your cache.'),
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
  extraction_metadata: ExtractionMetadata.optional().describe('Which model was asked, and how.'),
  summary_metadata: ExtractionMetadata.optional().describe('The same of the format `summary`.'),
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
  text: z
    .unknown()
    .optional()
    .describe('This and the next five: the page once more, in replies to the published Node SDK alone.'),
  html: z.unknown().optional(),
  json: z.unknown().optional().describe('The fields of an extraction_schema, where there is one.'),
  markdown_content: z.unknown().optional(),
  description: z.unknown().optional(),
  published_date: z.string().optional(),
})
export type FlatFields = z.infer<typeof FlatFields>

const unknownFormats = Object.fromEntries(PAGE_FORMATS.map((format) => [format, z.unknown().optional()]))

/** A page in the formats that were asked for. */
export const PageContent = z.object({
  ...(unknownFormats as Record<PageFormat, z.ZodOptional<z.ZodUnknown>>),
  tables: PageTables.optional(),
  bytes: PageBytes.optional(),
  summary: z
    .string()
    .nullable()
    .optional()
    .describe('Null where no model has answered: `warnings` says why, and nothing is charged for it.'),
  change_tracking: ChangeTracking.nullable()
    .optional()
    .describe('Null where there was nothing to compare: `warnings` says why.'),
})
export type PageContent = z.infer<typeof PageContent>

/** What the page gave: made once by a worker, stored as it is, the same in a sync reply, a job and the cache. */
export const PageResult = z.object({
  final_url: z.string().describe('Where redirects ended.'),
  redirected: z.boolean(),
  redirect_chain: z
    .array(z.object({ url: z.string(), status_code: z.number().int() }))
    .describe('Each address that redirected, with the status of its answer.'),
  status_code: z.number().int().describe('The target’s status. A 404 of the target is a delivered answer.'),
  content: z
    .union([z.string(), PageContent])
    .describe('With `formats` an object by format, else the Markdown.'),
  structured_content: z
    .array(z.unknown())
    .optional()
    .describe('Without `formats`: the structured data of the page.'),
  filtered_content: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe(
      'Fields of `extraction_schema`, of the profile or of the template; a list where the schema is one of an array.',
    ),
  raw_html: z.string().optional().describe('With `include_raw_html`: the page as it came.'),
  raw_encoding: z
    .literal('base64')
    .optional()
    .describe(
      '`base64` where `content.raw` is a file (PDF, office document, picture); absent where it is text.',
    ),
  title: z.string().optional(),
  author: z.string().optional(),
  published_at: z.string().optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'What the page says of itself. `missing_fields` lists properties of a schema that were not found, `evidence` (with `evidence`) where each field comes from.',
    ),
  headers: z.record(z.string(), z.string()).describe('Headers of the target’s answer.'),
  size_bytes: z.number().int().describe('Bytes of the target’s answer.'),
  screenshot_url: z
    .string()
    .nullable()
    .describe(`Signed link to the picture, valid for ${inWords(RETENTION.resultMs)}.`),
  pdf_url: z
    .string()
    .nullable()
    .describe(`Signed link to the PDF, valid for ${inWords(RETENTION.resultMs)}.`),
  document_url: z
    .string()
    .optional()
    .describe(
      `Of a page of a batch, a crawl or the cache that is itself a file (PDF, office document, picture): signed link to its bytes, valid for ${inWords(RETENTION.resultMs)}.`,
    ),
  action_results: z.array(ActionOutcome).optional().describe('One entry for each action that was begun.'),
  captured_xhr: z
    .array(z.unknown())
    .optional()
    .describe(
      'With `capture_xhr`: what the page fetched by itself, as `{url, method, status, body}`; JSON is parsed.',
    ),
  extraction_method: z.enum(EXTRACTION_METHODS).describe('How the content was found.'),
  ...ModelFields.shape,
  content_truncated: ContentTruncated.optional().describe('Present when a limit cut the content.'),
  quality_warning: QualityWarning.optional().describe('Present when there is reason to doubt the content.'),
  byos_applied: z
    .boolean()
    .optional()
    .describe(
      'With a `session_id`: whether the page was fetched with the session. `false` when it was deleted, unshared or expired after the request was accepted.',
    ),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      'Sentences about this result: fields without effect, a country without a proxy, tiers that the balance kept away, a session that seems to have ended.',
    ),
  warning: z.string().optional().describe('The same as one text.'),
  ...FlatFields.shape,
  version: z.literal('v1'),
})
export type PageResult = z.infer<typeof PageResult>

/** A page with what its delivery took: the 200 body of POST /scrape and the `result` of a completed job. */
export const ScrapeResult = PageResult.extend({
  job_id: z.uuid(),
  external_id: SHOWN_LABELS.external_id,
  request_metadata: SHOWN_LABELS.metadata.describe(
    'The `metadata` of the request; `metadata` is the page’s own here.',
  ),
  url: z
    .string()
    .describe('The address as you wrote it; a cached page may have been fetched for another spelling of it.'),
  cached: z.boolean().describe('Whether the page came from your cache.'),
  cached_at: z.iso.datetime().optional().describe('When the cached page was fetched.'),
  expires_at: z.iso.datetime().optional().describe('When it leaves the cache.'),
  response_time_ms: z.number().int(),
  tier_cap_warning: TierCapWarning.optional().describe(
    'Present when the host usually needs a tier that your `max_tier` or `force_tier` excludes.',
  ),
  billing: Billing,
})
export type ScrapeResult = z.infer<typeof ScrapeResult>
