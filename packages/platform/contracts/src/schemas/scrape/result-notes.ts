import { z } from 'zod'
import { TIERS } from '../../tier.ts'

export const QualityWarning = z
  .object({
    code: z
      .string()
      .describe(
        '`STILL_LOADING`, `BLANK_SCREENSHOT`, `EMPTY_CONTENT`, `LOW_CONTENT`, `UNSURE_MAIN_CONTENT`, `PARTS_LEFT_OUT` or `FALLBACK_READER`.',
      ),
    reason: z.string().describe('The same in a sentence.'),
    word_count: z.number().int().describe('Words of readable text.'),
    content_size_bytes: z.number().int().describe('Bytes of readable text.'),
  })
  .describe('Why a delivered page may not be what a reader would see.')
export type QualityWarning = z.infer<typeof QualityWarning>

export const ContentTruncated = z
  .object({
    truncated: z.literal(true).describe('The content was cut.'),
    truncated_at_bytes: z.number().int().describe('How many bytes of it were kept.'),
    original_size_bytes: z.number().int().describe('How many bytes there were.'),
    truncation_reason: z
      .enum(['response_body_cap', 'readability_output_cap'])
      .describe(
        '`response_body_cap`: max_response_bytes; `readability_output_cap`: what was made of the page is above 50 MB.',
      ),
  })
  .describe('How much of the content was cut.')
export type ContentTruncated = z.infer<typeof ContentTruncated>

export const TierCapWarning = z
  .object({
    domain_min_tier: z.enum(TIERS).describe('The tier that most pages of the host need.'),
    your_max_tier: z.enum(TIERS).optional().describe('The `max_tier` of the request; absent without one.'),
    your_force_tier: z
      .enum(TIERS)
      .optional()
      .describe('The `force_tier` of the request; absent without one.'),
  })
  .describe('The limit of the request lies below the tier that most pages of the host need.')
export type TierCapWarning = z.infer<typeof TierCapWarning>

export const ActionOutcome = z
  .object({
    type: z.string().describe('Which step it was.'),
    success: z.boolean().describe('Whether it did what it says; the first that did not is the last.'),
    result: z.string().nullable().describe('Of a screenshot its address; null of other steps.'),
    value: z
      .unknown()
      .optional()
      .describe('Of `execute_js`: what the script gave, as JSON holds it; null where that is nothing.'),
    error: z.string().nullable().describe('Why the step failed; null where it did not.'),
    screenshot_url: z.string().optional().describe('Of a screenshot: the same as `result`.'),
  })
  .describe('How one step on the page went.')
export type ActionOutcome = z.infer<typeof ActionOutcome>
