import { z } from 'zod'
import { TIERS } from '../../tier.ts'
import { FORMATS } from './request.ts'

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
  escalations: z.array(Escalation),
  savings: z.number(),
  optimization_suggestion: z.string().optional(),
})
export type Billing = z.infer<typeof Billing>

export const QualityWarning = z.object({ code: z.string(), reason: z.string(), word_count: z.number().int() })
export type QualityWarning = z.infer<typeof QualityWarning>

export const EXTRACTION_METHODS = ['structured_data', 'algorithmic', 'schema_filter', 'llm'] as const

/** What the page gave: made once by a worker, stored as it is, the same in a sync reply, a job and the cache. */
export const PageResult = z.object({
  final_url: z.string(),
  redirect_chain: z.array(z.string()),
  status_code: z.number().int(),
  content: z.union([z.string(), z.partialRecord(z.enum(FORMATS), z.unknown())]),
  structured_content: z.array(z.unknown()).optional(),
  filtered_content: z.record(z.string(), z.unknown()).optional(),
  raw_html: z.string().optional(),
  title: z.string().optional(),
  author: z.string().optional(),
  published_at: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), z.string()),
  size_bytes: z.number().int(),
  screenshot_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  action_results: z.array(z.unknown()).optional(),
  captured_xhr: z.array(z.unknown()).optional(),
  extraction_method: z.enum(EXTRACTION_METHODS),
  content_truncated: z.boolean().optional(),
  quality_warning: QualityWarning.optional(),
  byos_applied: z
    .boolean()
    .optional()
    .describe('With a session_id: whether the page was asked for with the session.'),
  warnings: z.array(z.string()).optional().describe('What the caller should know about this result.'),
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
  tier_cap_warning: z.string().optional(),
  billing: Billing,
})
export type ScrapeResult = z.infer<typeof ScrapeResult>
